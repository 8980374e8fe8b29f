//! The link to send as a QR code: a picture that the camera of a phone reads, with the same link as
//! text for every browser that shows no picture.

use super::content::{Content, LINKS, way};
use super::markup::written_as_it_is;
use crate::formats::view::LinkToSend;
use crate::links::WayOn;
use crate::query::About;
use askama::filters::HtmlSafe;
use askama::{FastWritable, Template, Values};
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// How many light modules there are around a code (ISO/IEC 18004: four).
const QUIET_ZONE: i32 = 4;

/// How wide a module is where there is room, in pixels.
const MODULE_PIXELS: i32 = 7;

/// The page.
#[derive(Template)]
#[template(path = "qr-code.html")]
pub struct QrCodePage<'a> {
    link: &'a LinkToSend<'a>,
    /// None if the address is longer than any code holds, 2,953 bytes.
    code: Option<Code>,
}

impl<'a> QrCodePage<'a> {
    /// The page of this link.
    ///
    /// A screen has no scratches, so the code corrects as few errors as the standard allows, unless
    /// more fit without making it larger. So its modules are as wide as they can be.
    pub fn new(link: &'a LinkToSend<'a>) -> Self {
        let code = QrCode::encode_text(&link.address, QrCodeEcc::Low);
        QrCodePage { link, code: code.ok().map(Code) }
    }
}

impl HtmlSafe for QrCodePage<'_> {}

impl Content for QrCodePage<'_> {
    fn title(&self) -> String {
        format!("{} as a QR code", self.link.ruleset.title)
    }

    fn description(&self) -> String {
        format!("The link to a table of {} as a QR code.", self.link.ruleset.title)
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        Some(vec![way("Rules", LINKS.about(self.link.ruleset, About::People))])
    }
}

/// A code, as a picture whose unit is a module.
struct Code(QrCode);

impl Code {
    /// How many modules wide and high the picture is.
    fn size(&self) -> i32 {
        self.0.size() + 2 * QUIET_ZONE
    }

    /// How wide and high it is where there is room.
    fn pixels(&self) -> i32 {
        self.size() * MODULE_PIXELS
    }

    /// What the picture shows: the code begins at 0, and a row of modules is a line through their
    /// middle.
    fn view_box(&self) -> ViewBox {
        ViewBox(self.size())
    }

    fn dark(&self) -> Dark<'_> {
        Dark(&self.0)
    }
}

struct ViewBox(i32);

impl FastWritable for ViewBox {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(write!(out, "-{QUIET_ZONE} -{QUIET_ZONE}.5 {0} {0}", self.0)?)
    }
}

/// The dark modules, as lines one module wide: `M0 0h7` for seven in a row.
struct Dark<'a>(&'a QrCode);

impl FastWritable for Dark<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let size = self.0.size();
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let length = (x..size).take_while(|x| self.0.get_module(*x, y)).count() as i32;
                if length > 0 {
                    write!(out, "M{x} {y}h{length}")?;
                }
                x += length + 1;
            }
        }
        Ok(())
    }
}

written_as_it_is!(ViewBox, Dark<'_>);
