//! The style sheets and pictures of static/, as build.rs prepares them.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));
