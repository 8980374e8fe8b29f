//! The values of a query that are one of a few words.

use super::clean;

/// Makes an enum with the word of each variant in a query.
macro_rules! words {
    ($(#[$about:meta])* $Words:ident { $($(#[$doc:meta])* $Word:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Words { $($(#[$doc])* $Word,)* }

        impl $Words {
            /// Its text in a query.
            pub fn value(self) -> &'static str {
                match self { $($Words::$Word => $text,)* }
            }

            /// The one with this text, of which case and damage mean nothing.
            pub(super) fn read(value: &str) -> Option<Self> {
                match &*clean::lower(value) { $($text => Some($Words::$Word),)* _ => None }
            }
        }
    };
}

words! {
    /// A page about a game: the value of `rules`.
    About {
        /// The rules.
        People = "",
        /// The manual for programs.
        Programs = "api",
        /// Its options, to choose from.
        NewGame = "new",
        /// The parts of the link that asked for the page.
        ThisLink = "link",
        /// The link that others may have, as a QR code.
        QrCode = "qr",
    }
}

words! {
    /// A request to a table: the value of `sit`.
    Sit {
        /// A guest sits down, or answers the invitation.
        Down = "",
        /// The host chooses between answers.
        Choose = "choose",
        /// The host has the game dealt to those who have answered.
        Begin = "begin",
        /// The same people play again.
        Again = "again",
        /// A player asks for another password in place of their own.
        NewPassword = "password",
        /// Asks a player whether they want to leave.
        AskToLeave = "go",
        /// A player leaves.
        Leave = "leave",
        /// Asks whether the seat on turn should be handed over.
        Absent = "absent",
        /// Another player hands over the seat on turn.
        HandOver = "handover",
    }
}

words! {
    /// A request to a league: the value of `league`.
    LeagueRequest {
        /// Opens a new one.
        Open = "",
        /// Counts the games of which it asks: their players are people of the league.
        Same = "same",
        /// Leaves those games out.
        Others = "others",
        /// Takes out the last addition.
        Undo = "undo",
    }
}
