//! A click as a web server makes it.

use std::process::{Command, Stdio};

/// A key as random as any, and of no use to anybody: it is published here.
pub const KEY: &str = "q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M";

/// Gives a command the environment that a web server sets, and nothing else.
pub fn as_server<'c>(command: &'c mut Command, query: &str) -> &'c mut Command {
    command
        .env_clear()
        .env("GATEWAY_INTERFACE", "CGI/1.1")
        .env("SERVER_PROTOCOL", "HTTP/1.1")
        .env("SERVER_SOFTWARE", "a server")
        .env("REMOTE_ADDR", "127.0.0.1")
        .env("SCRIPT_NAME", "/cgi-bin/parlour")
        .env("REQUEST_METHOD", "GET")
        .env("QUERY_STRING", query)
        .env("PARLOUR_KEY", KEY)
        .stdin(Stdio::null())
}
