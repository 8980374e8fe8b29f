//! The look of a name. People must be able to tell two names by their looks.
//!
//! The skeleton of Unicode Technical Standard 39 decides which letters and digits look alike. The build
//! script takes its table from the crate `unicode-security`. That of the crate itself has a pointer for
//! each letter, which every start of the program would relocate.

use super::letter::is_letter_of_name;
