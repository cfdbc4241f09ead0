//! `simui`: every operation of the window, from a shell.
//!
//! JSON goes to standard output, one object a command (one a line for batches); progress, logs and
//! `error: …` lines go to standard error. Exit 0 done, 1 failed, 2 wrong usage.

mod accounts;
mod args;
mod ask;
mod ask_history;
mod audit;
mod calculate;
mod chat;
mod check_list;
mod chosen_models;
mod citations;
mod consult;
mod corpus;
mod coverage;
mod coverage_page;
mod coverage_rules;
mod desk;
mod drug_data;
mod error;
mod eval;
mod extract;
mod hits;
mod incoming;
mod keys;
mod law;
mod lexicon;
mod models;
mod office;
mod outbound;
mod output;
mod papers;
mod password;
mod patient;
mod patient_turns;
mod privileges;
mod progress;
mod prompt;
mod review;
mod reviewer;
mod rules;
mod search;
mod search_profiles;
mod serve;
mod update;
mod usage;
mod words;

use std::process::ExitCode;

use simui_api::types::OpenKeyFile;
use simui_api::{Desk, OpenDesk};

use crate::args::{Arguments, Command};
use crate::error::CliError;
use crate::output::Output;
use crate::privileges::Invocation;

fn main() -> ExitCode {
    if let Some(code) = simui_api::serve_as_child() {
        return code;
    }
    let (arguments, invocation) = privileges::parse();
    words::choose(arguments.lang);
    if matches!(arguments.command, Command::ReadFile) {
        return simui_api::read_files();
    }
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("SIMUI_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .init();
    match run(arguments, invocation) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&words::of(&error));
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(arguments: Arguments, invocation: Invocation) -> Result<(), CliError> {
    let out = Output::new(arguments.json);
    let mut opening = OpenDesk::from_environment();
    if let Some(dir) = arguments.data_dir {
        opening.data_dir = Some(dir);
    }
    let serves = matches!(arguments.command, Command::Serve(_));
    opening.resident = serves;
    let password = password::read(arguments.password_stdin)?;
    let passphrase = arguments.keys_stdin.then(password::next_line).transpose()?;
    let data_dir = opening.data_dir();
    let open = async {
        let desk = Desk::open(opening).await?;
        // Clients of a server sign in themselves; the server has no password of its own.
        if let Some(password) = password.filter(|_| !serves) {
            desk.prove_with(password);
        }
        desk.permit_command(&invocation.command, invocation.person.as_deref()).await?;
        if let Some(passphrase) = passphrase {
            desk.open_key_file(OpenKeyFile { passphrase }).await?;
        }
        Ok::<_, CliError>(desk)
    };
    match arguments.command {
        Command::Corpus(command) => corpus::run(&open.await?, command, out).await,
        Command::Search(command) => search::run(&open.await?, command, out).await,
        Command::Ask(command) => {
            let engine = arguments.engine.into();
            ask::run(&open.await?, command, engine, out).await
        }
        Command::Consult(command) => {
            let engine = arguments.engine.into();
            consult::run(&open.await?, command, engine, out).await
        }
        Command::Calculate(command) => calculate::run(&open.await?, command, out).await,
        Command::CheckList(command) => check_list::run(&open.await?, command, out).await,
        Command::Bench(command) => corpus::run_bench(&open.await?, command, out).await,
        Command::Review(command) => {
            let engine = arguments.engine.into();
            review::run(&open.await?, command, engine, out).await
        }
        Command::Reviewer(command) => reviewer::run(&open.await?, command, out).await,
        Command::Accounts(command) => accounts::run(&open.await?, command, out).await,
        Command::Audit(command) => audit::run_opened(open.await, data_dir?, command, out).await,
        Command::Extract(command) => {
            let reader = simui_api::TextReader::of(&data_dir?)?;
            extract::run(&reader, command, out)
        }
        Command::Lexicon(command) => lexicon::run(&open.await?, command, out).await,
        Command::Eval(command) => eval::run(&open.await?, command, out).await,
        Command::Office(command) => office::run(&open.await?, command, out).await,
        Command::Models(command) => models::run(&open.await?, command, out).await,
        Command::Keys(command) => keys::run(&open.await?, command, out).await,
        Command::Outbound(command) => outbound::run(&open.await?, command, out).await,
        Command::Serve(command) => serve::run(open.await?, command).await,
        // `main` has handled it already.
        Command::ReadFile => Ok(()),
        Command::Demo => desk::demo(&open.await?, out).await,
        Command::Coverage(command) => coverage::run(&open.await?, command, out).await,
        Command::Patient(command) => patient::run(&open.await?, command, out).await,
        Command::Rules(command) => rules::run(&open.await?, command, out).await,
        Command::Doctor => desk::doctor(&open.await?, out).await,
    }
}
