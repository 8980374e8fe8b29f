//! Tests of several modules together, without a process: whole pages, whole games by following
//! links, and hostile bytes.

mod absent;
mod against_others;
mod beat;
mod challenge;
mod corpus;
mod daily;
mod damaged;
mod deals;
mod exposure;
mod facts;
mod follow;
mod forged;
mod frozen;
mod gather;
mod golden;
mod html;
mod json;
mod junk;
mod league;
mod links;
mod named;
mod panel;
mod people;
mod plain;
mod qr_code;
mod sentences;
mod settings;
mod situations;
mod tables;
mod typed;
mod unread;
mod variants;
mod walk;
