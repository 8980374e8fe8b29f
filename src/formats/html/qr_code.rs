//! The link to send as a QR code: a picture for the camera of a phone. Browsers without pictures
//! show the same link as text.

use super::content::{Content, Head};
use super::markup::written_as_it_is;
use crate::formats::view::LinkToSend;
use crate::links::{self, WayOn};
use crate::query::About;
use askama::filters::HtmlSafe;
use askama::{FastWritable, Template, Values};
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The number of light modules around a code (ISO/IEC 18004: four).
const QUIET_ZONE: i32 = 4;

/// The width of a module in pixels, if there is room.
const MODULE_PIXELS: i32 = 7;

/// The page.
#[derive(Template)]
#[template(path = "qr-code.html")]
pub struct QrCodePage<'a> {
    link: &'a LinkToSend<'a>,
    /// `None` if the address has more than 2,953 bytes, which no code has room for.
    code: Option<Code>,
}

impl<'a> QrCodePage<'a> {
    /// The page of this link.
    ///
    /// A screen has no scratches, so the code corrects as few errors as the standard allows, or
    /// more if the code stays as small. So its modules are as wide as possible.
    pub fn new(link: &'a LinkToSend<'a>) -> Self {
        let code = QrCode::encode_text(&link.address, QrCodeEcc::Low);
        QrCodePage { link, code: code.ok().map(Code) }
    }
}

impl HtmlSafe for QrCodePage<'_> {}

impl Content for QrCodePage<'_> {
    fn head(&self) -> Head {
        let ruleset = self.link.ruleset;
        let rules = WayOn::new("Rules", links::about(ruleset, About::People));
        let title = format!("{} as a QR code", ruleset.title);
        let description = format!("The link to a table of {} as a QR code.", ruleset.title);
        Head { ways: Some(vec![rules]), ..Head::new(title, description) }
    }
}

/// A code, as a picture whose unit is a module.
struct Code(QrCode);

impl Code {
    /// The width and height of the picture, in modules.
    fn size(&self) -> i32 {
        self.0.size() + 2 * QUIET_ZONE
    }

    /// The width and height in pixels, if there is room.
    fn pixels(&self) -> i32 {
        self.size() * MODULE_PIXELS
    }

    /// The visible part of the picture. The code begins at 0, and a row of modules is a line
    /// through their middle.
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
