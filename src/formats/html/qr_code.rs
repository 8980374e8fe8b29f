//! The link to send as a QR code: a picture for the camera of a phone. Browsers without pictures
//! show the same link as text.

use super::markup::{is_html, written_as_it_is};
use askama::{FastWritable, Template, Values};
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The number of light modules around a code (ISO/IEC 18004: four).
const QUIET_ZONE: i32 = 4;

/// The width of a module in pixels, if there is room.
const MODULE_PIXELS: i32 = 7;

/// The code of an address. `None` if the address has more than 2,953 bytes, which no code has room
/// for.
///
/// A screen has no scratches, so the code corrects as few errors as the standard allows, or more if
/// the code stays as small. So its modules are as wide as possible.
pub fn code(address: &str) -> Option<Code> {
    QrCode::encode_text(address, QrCodeEcc::Low).ok().map(Code)
}

/// A code, as a picture whose unit is a module.
#[derive(Template)]
#[template(path = "qr-code.html")]
pub struct Code(QrCode);

is_html!(Code);

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
                let start = x;
                while x < size && self.0.get_module(x, y) {
                    x += 1;
                }
                if x > start {
                    write!(out, "M{start} {y}h{}", x - start)?;
                }
                x += 1;
            }
        }
        Ok(())
    }
}

written_as_it_is!(ViewBox, Dark<'_>);
