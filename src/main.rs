//! Parlour's one executable: a CGI program under a web server, a command line everywhere else.

fn main() {}
