//! The child's side: sets the limits, then reads files until the parent is gone.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use simui_corpus::{LARGEST, Part, SourceFile, file_pages, page_picture, read_each};

use super::exchange::{Reply, Request, Task, to_frame};
use super::limits::Limits;
use crate::clock::system_clock;

/// Longest line of a request in bytes: a path, and paths of archive entries to skip.
const LONGEST_HEAD: u64 = 1 << 20;

/// Whether a file is being read.
static BUSY: AtomicBool = AtomicBool::new(false);

/// A request with its bytes.
struct Job {
    request: Request,
    source: SourceFile,
    mapping: Option<SourceFile>,
}

/// Reads files from standard input and answers on standard output. Fails when standard output is closed. At
/// the end of standard input the process ends at once, even in the middle of a file, because nobody waits for
/// it.
pub(super) fn serve() -> ExitCode {
    if let Err(error) = confine::process() {
        // Without its own limits only the parent's (time, output) would apply, so that the reader refuses to
        // run.
        let _ = writeln!(io::stderr(), "limits of the reading process: {error}");
        return ExitCode::FAILURE;
    }
    let mut output = io::stdout().lock();
    for job in jobs() {
        if answer(&job, &mut output).is_err() {
            return ExitCode::FAILURE;
        }
        BUSY.store(false, Ordering::SeqCst);
    }
    ExitCode::SUCCESS
}

/// Receives files on a separate thread, so that the end of standard input is noticed while a file is read.
fn jobs() -> Receiver<Job> {
    let (send, jobs) = sync_channel(0);
    std::thread::spawn(move || {
        let mut input = BufReader::new(io::stdin().lock());
        while let Ok(Some(job)) = receive(&mut input) {
            BUSY.store(true, Ordering::SeqCst);
            if send.send(job).is_err() {
                return;
            }
        }
        if BUSY.load(Ordering::SeqCst) {
            std::process::abort();
        }
    });
    jobs
}

/// Returns the next request; `None` at the end of the input.
fn receive(input: &mut impl BufRead) -> io::Result<Option<Job>> {
    let mut head = Vec::new();
    input.by_ref().take(LONGEST_HEAD).read_until(b'\n', &mut head)?;
    if head.is_empty() {
        return Ok(None);
    }
    let request: Request = serde_json::from_slice(&head)?;
    let mut body = |size: u64| {
        if size > LARGEST {
            return Err(io::Error::other("the file is larger than any that is read"));
        }
        let mut bytes = Vec::new();
        input.by_ref().take(size).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == size {
            Ok(bytes)
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    };
    let source = SourceFile { path: request.path.clone(), bytes: body(request.size)? };
    let mapping = match &request.mapping {
        Some(mapping) => {
            Some(SourceFile { path: mapping.path.clone(), bytes: body(mapping.size)? })
        }
        None => None,
    };
    Ok(Some(Job { request, source, mapping }))
}

fn answer(job: &Job, output: &mut impl Write) -> io::Result<()> {
    let limits = Limits {
        cpu_base: job.request.cpu_base,
        cpu_per_mib: job.request.cpu_per_mib,
        ..Limits::default()
    };
    let allow = |bytes: u64| confine::cpu_from_now(limits.cpu_seconds(bytes));
    allow(job.request.size)?;
    let last = match &job.request.task {
        Task::Pages => Reply::Pages(file_pages(&job.source)),
        Task::Picture(wanted) => Reply::Picture(page_picture(&job.source, wanted)),
        Task::Documents { hint, skip } => {
            let mut sent = Ok(());
            let mut take = |part| {
                let reply = match part {
                    Part::Entry { path, .. } if skip.contains(&path) => {
                        return ControlFlow::Break(());
                    }
                    Part::Entry { path, size } => {
                        sent = allow(size);
                        Reply::Entry { path, size }
                    }
                    Part::Document(reading) => Reply::Document(reading),
                };
                if sent.is_ok() {
                    sent = send(&reply, output);
                }
                if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let mapping = job.mapping.as_ref();
            let findings = read_each(&job.source, mapping, *hint, &system_clock(), &mut take);
            sent?;
            Reply::Read(findings)
        }
    };
    send(&last, output)
}

fn send(reply: &Reply, output: &mut impl Write) -> io::Result<()> {
    output.write_all(&to_frame(reply)?)?;
    output.flush()
}

/// Limits enforced by the operating system.
#[cfg(unix)]
mod confine {
    use std::io;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    use crate::reader_process::limits::{ADDRESS_SPACE, MEMORY, OPEN_FILES};

    /// Forbids core dumps (which could contain a patient's file) and writing files, and limits memory.
    pub(super) fn process() -> io::Result<()> {
        #[cfg(target_os = "linux")]
        rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
        lower(Resource::Core, 0)?;
        lower(Resource::Fsize, 0)?;
        lower(Resource::Nofile, OPEN_FILES)?;
        // macOS accepts these two without enforcing them; there, the parent's time limit remains.
        lower(Resource::Data, MEMORY).or_else(only_on_linux)?;
        lower(Resource::As, ADDRESS_SPACE).or_else(only_on_linux)
    }

    fn only_on_linux(error: io::Error) -> io::Result<()> {
        if cfg!(target_os = "linux") { Err(error) } else { Ok(()) }
    }

    /// Lowers both bounds of a limit, unless they are lower already.
    fn lower(resource: Resource, most: u64) -> io::Result<()> {
        let before = getrlimit(resource);
        let bound = |it: Option<u64>| Some(it.map_or(most, |it| it.min(most)));
        let limit = Rlimit { current: bound(before.current), maximum: bound(before.maximum) };
        Ok(setrlimit(resource, limit)?)
    }

    /// Limits the CPU time to so many seconds from now. After that, the system ends the process with SIGXCPU.
    pub(super) fn cpu_from_now(seconds: u64) -> io::Result<()> {
        let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec.unsigned_abs() + 1;
        let before = getrlimit(Resource::Cpu);
        let current = Some((used + seconds).min(before.maximum.unwrap_or(u64::MAX)));
        Ok(setrlimit(Resource::Cpu, Rlimit { current, maximum: before.maximum })?)
    }
}

/// Windows would need a job object to limit memory and CPU time. Only the parent's limits of time and output
/// apply.
#[cfg(not(unix))]
mod confine {
    use std::io;

    pub(super) fn process() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn cpu_from_now(_: u64) -> io::Result<()> {
        Ok(())
    }
}
