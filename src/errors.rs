//! Declares errors together with their sentences.

/// Declares an enum of errors. Each variant has a sentence after its arrow, a format string as for
/// `format!`, which may use the fields of the variant by their names.
macro_rules! errors {
    (
        $(#[$about:meta])*
        $visibility:vis enum $error:ident {
            $(
                $(#[$doc:meta])*
                $variant:ident $(($($field:ident: $type:ty),+))?
                    => $sentence:literal $(, $argument:expr)*;
            )+
        }
    ) => {
        $(#[$about])*
        $visibility enum $error {
            $($(#[$doc])* $variant $(($($type),+))?,)+
        }

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($error::$variant $(($($field),+))? => write!(f, $sentence $(, $argument)*),)+
                }
            }
        }

        impl std::error::Error for $error {}
    };
}

pub(crate) use errors;
