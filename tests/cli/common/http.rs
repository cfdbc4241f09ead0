//! Reads requests of the program, for servers in tests.

use std::io::Read;
use std::net::TcpStream;

/// Returns target and body of a request; both empty when the client closes the connection early.
pub fn request(stream: &mut TcpStream) -> (String, String) {
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_lowercase().strip_prefix("content-length: ").map(|it| it.parse().unwrap())
            });
            if body.len() >= length.unwrap_or(0) {
                let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
                return (target, body.to_owned());
            }
        }
        let read = stream.read(&mut piece).unwrap_or(0);
        if read == 0 {
            return (String::new(), String::new());
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}
