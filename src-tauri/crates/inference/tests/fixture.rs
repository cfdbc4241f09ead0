//! An HTTP server on loopback that responds as specified by a test, including invalid responses.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use simui_inference::outbound::{Call, Limits, Outbound, Policy};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as received.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Path and query.
    pub target: String,
    /// All headers in lower case, one per line.
    pub headers: String,
    /// The body, as text.
    pub body: String,
}

impl Seen {
    /// The value of a header or a query parameter.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines();
        lines.find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }

    pub fn parameter(&self, name: &str) -> &str {
        let query = self.target.split_once('?').map_or("", |(_, query)| query);
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map_or("", |(_, value)| value)
    }
}

/// A response.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    /// The number of body bytes after which the connection is closed.
    pub cut: Option<usize>,
    pub delay: Duration,
    /// Without a length, so that the end of the connection is the end of the body.
    pub unknown_length: bool,
    /// The number of bytes sent at a time, and the pause after each chunk.
    pub dripping: Option<(usize, Duration)>,
}

pub fn reply(status: u16, body: impl Into<Vec<u8>>) -> Reply {
    Reply { status, body: body.into(), ..Reply::default() }
}

impl Reply {
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.headers.push((name, value.to_string()));
        self
    }
}

pub struct Fixture {
    /// Its address, `http://127.0.0.1:PORT`.
    pub base: String,
    pub port: u16,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Fixture {
    /// Serves until the test's runtime ends. `answer` is called with the number of the request, starting at
    /// 0.
    pub async fn start(answer: impl Fn(usize, &Seen) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let request = read(&mut stream).await;
                let number = {
                    let mut log = log.lock().unwrap();
                    log.push(request.clone());
                    log.len() - 1
                };
                let reply = answer(number, &request);
                tokio::spawn(write(stream, reply));
            }
        });
        Self { base: format!("http://127.0.0.1:{port}"), port, seen }
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

async fn read(stream: &mut TcpStream) -> Seen {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    let head = loop {
        let length = stream.read(&mut piece).await.unwrap();
        bytes.extend_from_slice(&piece[..length]);
        if let Some(end) = bytes.windows(4).position(|it| it == b"\r\n\r\n") {
            break end;
        }
        assert_ne!(length, 0, "a request that ends in its head");
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let (first, headers) = text.split_once("\r\n").unwrap_or((&text, ""));
    let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut seen = Seen { target, headers: lower_names(headers), body: String::new() };
    let length: usize = seen.header("content-length").map_or(0, |it| it.parse().unwrap());
    while bytes.len() < head + 4 + length {
        let read = stream.read(&mut piece).await.unwrap();
        bytes.extend_from_slice(&piece[..read]);
    }
    seen.body = String::from_utf8_lossy(&bytes[head + 4..]).into_owned();
    seen
}

fn lower_names(headers: &str) -> String {
    let line = |line: &str| match line.split_once(':') {
        Some((name, value)) => format!("{}:{value}", name.to_lowercase()),
        None => line.to_owned(),
    };
    headers.lines().map(line).collect::<Vec<_>>().join("\n")
}

async fn write(mut stream: TcpStream, reply: Reply) {
    tokio::time::sleep(reply.delay).await;
    let mut head = format!("HTTP/1.1 {} x\r\nConnection: close\r\n", reply.status);
    if !reply.unknown_length {
        head.push_str(&format!("Content-Length: {}\r\n", reply.body.len()));
    }
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    let sent = reply.cut.unwrap_or(reply.body.len());
    // The client may have closed the connection, which is allowed.
    let _ = stream.write_all(head.as_bytes()).await;
    let (size, pause) = reply.dripping.unwrap_or((usize::MAX, Duration::ZERO));
    for piece in reply.body[..sent].chunks(size) {
        if stream.write_all(piece).await.is_err() {
            return;
        }
        tokio::time::sleep(pause).await;
    }
    let _ = stream.shutdown().await;
}

/// A client with short timeouts and a policy that only allows loopback, and the record of its calls.
pub fn client(limits: Limits) -> (Outbound, Arc<Mutex<Vec<Call>>>) {
    let calls = Arc::new(Mutex::new(Vec::new()));
    let record = Arc::clone(&calls);
    let outbound = Outbound::new(
        Policy::default(),
        limits,
        || 0.5,
        move |call| record.lock().unwrap().push(call.clone()),
    );
    (outbound.unwrap(), calls)
}

pub fn quick() -> Limits {
    Limits {
        connect: Duration::from_secs(2),
        total: Duration::from_secs(5),
        idle: Duration::from_secs(5),
        attempts: 3,
        backoff: Duration::from_millis(5),
        longest_wait: Duration::from_secs(2),
        interval: Duration::ZERO,
    }
}
