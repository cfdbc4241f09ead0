//! Why a child did not read a file, described for the quarantine.

use std::process::ExitStatus;

use super::limits::MEMORY;

/// Why a child did not finish reading a file.
#[derive(Debug)]
pub(super) enum Failure {
    /// It could not be started.
    Start(std::io::Error),
    /// It exceeded its time, in seconds.
    Time(u64),
    /// It exceeded its memory.
    Memory,
    /// Its answer exceeded the output limit.
    Output,
    /// A reader panicked.
    Panic,
    /// It ended early or gave an invalid answer; with its exit status, where known.
    Crash(Option<ExitStatus>),
    /// The import was cancelled.
    Stopped,
}

/// Beginning of the message of rustc's allocator before it aborts.
const OUT_OF_MEMORY: &str = "memory allocation of";

/// Exit status of a process whose main thread panicked.
const PANICKED: i32 = 101;

impl Failure {
    /// Derives the failure from a child's exit status and standard error. `seconds` is the CPU time it had.
    pub fn of(status: Option<ExitStatus>, complaint: &str, seconds: u64) -> Self {
        if complaint.contains(OUT_OF_MEMORY) {
            return Self::Memory;
        }
        match status {
            Some(status) if is_out_of_time(status) => Self::Time(seconds),
            Some(status) if status.code() == Some(PANICKED) => Self::Panic,
            status => Self::Crash(status),
        }
    }

    /// Describes what happened and what to do.
    pub fn reason(&self) -> String {
        match self {
            Self::Start(error) => format!(
                "파일을 읽는 프로세스를 시작하지 못했습니다({error}). 프로그램을 다시 시작하여 가져오십시오."
            ),
            Self::Time(seconds) => format!(
                "{seconds}초 안에 읽지 못하여 그만두었습니다. 끝없이 되풀이하도록 만들어진 파일일 수 있습니다. 원본 프로그램에서 다시 저장하거나 나누어 가져오십시오."
            ),
            Self::Memory => format!(
                "읽는 데 메모리가 {} MiB보다 많이 들어 그만두었습니다. 풀면 지나치게 커지는 파일일 수 있습니다. 나누어 가져오십시오.",
                MEMORY >> 20
            ),
            Self::Output => {
                "파일에서 나온 글이 너무 커서 그만두었습니다. 나누어 가져오십시오.".to_owned()
            }
            Self::Panic => simui_corpus::Finding::reader_failed().reason,
            Self::Crash(status) => format!(
                "파일을 읽는 프로세스가 갑자기 끝났습니다{}. 깨진 파일이거나 메모리를 지나치게 쓰는 파일일 수 있습니다. 원본 프로그램에서 다시 저장하여 가져오십시오.",
                status.map(|it| format!("({it})")).unwrap_or_default()
            ),
            Self::Stopped => "읽다가 멈추었습니다. 다시 가져오십시오.".to_owned(),
        }
    }
}

#[cfg(unix)]
fn is_out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    // The number of this signal is the same on Linux and macOS.
    const SIGXCPU: i32 = 24;
    status.signal() == Some(SIGXCPU)
}

#[cfg(not(unix))]
fn is_out_of_time(_: ExitStatus) -> bool {
    false
}
