//! Runs `simui serve` on a data directory and calls it over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::common::Desk;

/// A running server, which is killed when dropped.
pub struct Server {
    process: Child,
    host: String,
    token: String,
}

/// The response of the server.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Result of the operation, or an error with `message` and `code`.
    pub body: Value,
}

impl Answer {
    /// Whether the operation was carried out.
    pub fn is_done(&self) -> bool {
        self.status == 200
    }

    /// Returns the message of the error; empty if there is none.
    pub fn refusal(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }
}

impl Server {
    /// Starts the server and waits for its address.
    pub fn start(desk: &Desk) -> Self {
        let mut serve = desk.command(&["serve", "--port", "0"]);
        serve.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = serve.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (host, token) = address
            .trim()
            .strip_prefix("http://")
            .and_then(|it| it.split_once("/?token="))
            .unwrap_or_else(|| panic!("the server says no address: {address:?}"));
        Self { process, host: host.to_owned(), token: token.to_owned() }
    }

    /// Calls an operation.
    pub fn call(&self, operation: &str, request: &Value) -> Answer {
        let body = request.to_string();
        let mut stream = TcpStream::connect(&self.host).unwrap();
        write!(
            stream,
            "POST /api/{operation} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            self.token,
            body.len(),
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
        let status = status.unwrap_or_else(|| panic!("{operation}: no HTTP answer: {answer:?}"));
        Answer { status, body: serde_json::from_str(body).unwrap_or_default() }
    }

    /// Calls an operation that must be carried out and returns its result.
    pub fn done(&self, operation: &str, request: &Value) -> Value {
        let answer = self.call(operation, request);
        assert!(answer.is_done(), "{operation}: {answer:?}");
        answer.body
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
