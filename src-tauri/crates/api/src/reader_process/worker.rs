//! One child, from the parent's side.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use super::ReaderProgram;
use super::exchange::{LENGTH, Reply, Request, from_frame};
use super::failure::Failure;

/// Environment variables that a child gets: where libraries are. No password, no token, no home.
const ENVIRONMENT: [&str; 5] =
    ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SIMUI_PDFIUM", "SystemRoot"];

/// Most bytes kept of a child's standard error.
const STDERR_LIMIT: usize = 4096;

/// How long a child that has closed its output may take to end.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A running child, killed when dropped.
pub(super) struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    complaint: JoinHandle<String>,
    /// Number of bytes that it may still answer.
    left: u64,
}

impl Worker {
    /// Starts a child. Must be called within a runtime.
    pub fn start(program: &ReaderProgram) -> std::io::Result<Self> {
        let environment =
            ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        let mut child = Command::new(&program.path)
            .args(&program.arguments)
            .env_clear()
            .envs(environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipe = || std::io::Error::other("no pipe to the reading process");
        let input = child.stdin.take().ok_or_else(pipe)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(pipe)?);
        let complaint = tokio::spawn(listen(child.stderr.take().ok_or_else(pipe)?));
        Ok(Self { child, input, output, complaint, left: 0 })
    }

    /// Sends a file to the child. `output` is the number of bytes that it may answer.
    pub async fn send(
        &mut self,
        request: &Request,
        bodies: &[&[u8]],
        output: u64,
    ) -> Result<(), Failure> {
        self.left = output;
        let mut head = serde_json::to_vec(request).map_err(|_| Failure::Crash(None))?;
        head.push(b'\n');
        for part in std::iter::once(head.as_slice()).chain(bodies.iter().copied()) {
            self.input.write_all(part).await.map_err(|_| Failure::Crash(None))?;
        }
        self.input.flush().await.map_err(|_| Failure::Crash(None))
    }

    /// Returns the next reply of at most `longest` bytes.
    pub async fn receive(&mut self, longest: u64) -> Result<Reply, Failure> {
        let mut length = [0; LENGTH];
        let head = self.output.read_exact(&mut length).await;
        head.map_err(|_| Failure::Crash(None))?;
        let length = u64::from(u32::from_le_bytes(length));
        if length > longest.min(self.left) {
            return Err(Failure::Output);
        }
        self.left -= length;
        // Grows with what arrives, because the length is the child's word.
        let mut body = Vec::new();
        let read = (&mut self.output).take(length).read_to_end(&mut body).await;
        read.map_err(|_| Failure::Crash(None))?;
        // A truncated frame is no valid reply either.
        from_frame(&body).map_err(|_| Failure::Crash(None))
    }

    /// Returns the exit status and the beginning of standard error. A child that does not end is killed.
    pub async fn end(mut self) -> (Option<ExitStatus>, String) {
        drop(self.input);
        drop(self.output);
        let status = match tokio::time::timeout(EXIT_TIMEOUT, self.child.wait()).await {
            Ok(status) => status.ok(),
            Err(_) => {
                drop(self.child.kill().await);
                None
            }
        };
        let complaint = tokio::time::timeout(EXIT_TIMEOUT, self.complaint).await;
        (status, complaint.ok().and_then(Result::ok).unwrap_or_default())
    }
}

/// Reads a child's standard error and keeps its beginning. The rest is discarded, so that the child is never
/// blocked.
async fn listen(mut pipe: ChildStderr) -> String {
    let (mut stderr, mut piece) = (Vec::new(), [0; 1024]);
    while let Ok(length @ 1..) = pipe.read(&mut piece).await {
        let room = STDERR_LIMIT.saturating_sub(stderr.len()).min(length);
        stderr.extend(piece.iter().take(room));
    }
    String::from_utf8_lossy(&stderr).into_owned()
}
