//! Parlour's one executable: a CGI program under a web server, a command line everywhere else.

fn main() -> std::process::ExitCode {
    parlour::cli::run(std::env::args_os())
}
