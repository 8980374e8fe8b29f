//! The executable: a CGI program when a web server starts it for a request, otherwise a command line.

#![forbid(unsafe_code)]

parlour::main!(parlour::GAMES);
