//! A server on a real loopback socket, and a client that sends exactly the given bytes.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use simui_api::{Desk, KeyPlace, OpenDesk};
use simui_server::{Limits, Listening, Token};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Longest wait for an answer; beyond it something hangs.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// A server that answers until it is stopped.
pub struct Server {
    pub host: String,
    pub folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

/// An answer: its status, its head in lower case, its body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect(&self.body)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }
}

impl Server {
    pub async fn start() -> Self {
        Self::with(Limits::default()).await
    }

    pub async fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let opening = OpenDesk {
            data_dir: Some(folder.path().join("data")),
            audit_key: KeyPlace::File,
            ..OpenDesk::from_environment()
        };
        let desk = Arc::new(Desk::open(opening).await.unwrap());
        let listening = Listening::on(0, desk, Token::new(TOKEN.to_owned())).await.unwrap();
        let listening = listening.with_limits(limits);
        let url = listening.url();
        let host = url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(listening.serve(async {
            let _ = stopped.await;
        }));
        Self { host, folder, stop: Some(stop), running: Some(running) }
    }

    pub fn port(&self) -> &str {
        self.host.rsplit(':').next().unwrap()
    }

    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.host).await.unwrap()
    }

    /// Sends these bytes and reads until the server closes the connection, which every request must ask
    /// for.
    pub async fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect().await;
        // A server that refuses may close the connection before it has read everything.
        let _ = stream.write_all(bytes).await;
        answer(stream).await
    }

    /// Sends a request with these header lines besides Host.
    pub async fn ask(&self, line: &str, head: &[&str], body: &str) -> Answer {
        let mut text = format!("{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.host);
        head.iter().for_each(|it| text += &format!("{it}\r\n"));
        if !body.is_empty() {
            text +=
                &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        self.send(format!("{text}\r\n{body}").as_bytes()).await
    }

    /// Calls an operation with the token.
    pub async fn call(&self, operation: &str, request: Value) -> Answer {
        let line = format!("POST /api/{operation}");
        self.ask(&line, &[&bearer()], &request.to_string()).await
    }

    /// Stops the server and waits until it has ended.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        let running = self.running.take().unwrap();
        tokio::time::timeout(TIMEOUT, running).await.unwrap().unwrap();
    }
}

pub fn bearer() -> String {
    format!("Authorization: Bearer {TOKEN}")
}

/// Reads to the end of a connection.
pub async fn answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await;
    // A connection may be reset after its last byte.
    let _ = read.unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
    Answer { status, head: head.to_lowercase(), body: body.to_owned() }
}
