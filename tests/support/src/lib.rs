//! Parts that the tests share, so that each test has only its own subject.
//!
//! Three kinds of things are here:
//!
//! - pages without a process: [`services`], [`reader`], [`stranger`], [`friends`], [`vocabulary`],
//!   [`attacks`], [`junk`], [`golden`], [`repository`];
//! - the executable as somebody starts it: [`command`], [`click`], [`serve`], [`folder`],
//!   [`static_build`];
//! - other programs of this machine: [`trials`], [`process`], [`server`], [`proxies`],
//!   [`http`], [`webdriver`], [`count`], [`floor`].

pub mod attacks;
pub mod friends;
pub mod golden;
pub mod junk;
pub mod reader;
pub mod repository;
pub mod services;
pub mod stranger;
pub mod vocabulary;

#[cfg(unix)]
pub mod click;
#[cfg(unix)]
pub mod command;
#[cfg(unix)]
pub mod count;
pub mod documents;
#[cfg(unix)]
pub mod floor;
#[cfg(unix)]
pub mod folder;
#[cfg(unix)]
pub mod http;
#[cfg(unix)]
pub mod marionette;
#[cfg(unix)]
pub mod page_cache;
#[cfg(unix)]
pub mod process;
#[cfg(unix)]
pub mod proxies;
#[cfg(unix)]
pub mod serve;
#[cfg(unix)]
pub mod server;
#[cfg(unix)]
pub mod static_build;
#[cfg(unix)]
pub mod trials;
#[cfg(unix)]
pub mod webdriver;
