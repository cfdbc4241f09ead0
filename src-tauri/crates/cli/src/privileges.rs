//! Who runs a command. Every command takes `--as`, and the desk's table of operations is checked before it
//! runs.

use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches};

use crate::args::Arguments;
use crate::incoming::compose_arguments;
use crate::usage;

/// The option that names the person who runs a command.
const AS: &str = "as";

/// The command that changes the password of the named account, in whose name it runs without `--as`.
const OWN_PASSWORD: &str = "accounts password";

/// A command to run, and the person in whose name it runs.
#[derive(Debug, PartialEq, Eq)]
pub struct Invocation {
    /// The words of the command without arguments, like `review run`.
    pub command: String,
    /// Name or id of the person, if one is named.
    pub person: Option<String>,
}

/// Parses the arguments of this process. Wrong ones end it with a message.
pub fn parse() -> (Arguments, Invocation) {
    let mut command = command();
    let matches =
        command.try_get_matches_from_mut(std::env::args_os()).unwrap_or_else(|it| usage::exit(&it));
    let arguments = Arguments::from_arg_matches(&matches)
        .unwrap_or_else(|error| usage::exit(&error.format(&mut command)));
    let invocation = invocation(&command, &matches);
    (arguments, invocation)
}

/// Returns the program's commands, each of which takes `--as` and composes its text.
pub(crate) fn command() -> Command {
    compose_arguments(with_as(Arguments::command()))
}

fn with_as(command: Command) -> Command {
    let runs_itself = runs_itself(&command);
    let command = command.mut_subcommands(with_as);
    if !runs_itself {
        return command;
    }
    if command.get_arguments().any(|argument| argument.get_long() == Some(AS)) {
        return command;
    }
    let help = "Who does this: name or id; needed on a desk with passwords, with theirs";
    command.arg(Arg::new(AS).long(AS).value_name("NAME").help(help))
}

/// Whether a command does something without one of its subcommands: `search WORDS` beside `search profiles`.
fn runs_itself(command: &Command) -> bool {
    !command.has_subcommands() || command.is_args_conflicts_with_subcommands_set()
}

/// Returns the command that was given, and the person that its `--as` names.
fn invocation(command: &Command, matches: &ArgMatches) -> Invocation {
    let (mut command, mut matches) = (command, matches);
    let mut words = Vec::new();
    while let Some((word, below)) = matches.subcommand() {
        let Some(next) = command.find_subcommand(word) else { break };
        (command, matches) = (next, below);
        words.push(word.to_owned());
    }
    let words = words.join(" ");
    let named = command.get_arguments().find(|argument| argument.get_long() == Some(AS));
    let named = named.map(|argument| argument.get_id().as_str());
    let own = (words == OWN_PASSWORD).then_some("account");
    let text = |id: &str| matches.try_get_one::<String>(id).ok().flatten().cloned();
    let person = named.and_then(text).or_else(|| own.and_then(text));
    Invocation { command: words, person }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test stops at a surprise")]
    use std::collections::BTreeSet;

    use super::*;

    fn leaves(command: &Command, words: &str, found: &mut BTreeSet<String>) {
        let below = command.get_subcommands().filter(|it| it.get_name() != "help");
        let below: Vec<&Command> = below.collect();
        if runs_itself(command) {
            found.insert(words.trim().to_owned());
        }
        for command in below {
            leaves(command, &format!("{words} {}", command.get_name()), found);
        }
    }

    #[test]
    fn the_table_of_operations_has_every_command_and_no_other() {
        let mut commands = BTreeSet::new();
        leaves(&command(), "", &mut commands);
        let known = simui_api::Desk::known_commands();
        let known: BTreeSet<String> = known.into_iter().map(str::to_owned).collect();
        let missing: Vec<_> = commands.difference(&known).collect();
        assert!(missing.is_empty(), "not in privileges.toml: {missing:?}");
        let gone: Vec<_> = known.difference(&commands).collect();
        assert!(gone.is_empty(), "only in privileges.toml: {gone:?}");
    }

    #[test]
    fn every_command_takes_as_and_says_who_acts() {
        command().debug_assert();
        let check = |words: &[&str], expected: &str, person: Option<&str>| {
            let mut command = command();
            let matches = command
                .try_get_matches_from_mut([&["simui"], words].concat())
                .expect("right arguments");
            let found = invocation(&command, &matches);
            let person = person.map(str::to_owned);
            assert_eq!(found, Invocation { command: expected.to_owned(), person }, "{words:?}");
        };
        check(&["review", "run", "-"], "review run", None);
        check(&["review", "run", "-", "--as", "김"], "review run", Some("김"));
        check(&["office", "set", "--as", "관리"], "office set", Some("관리"));
        check(&["models", "chat", "show"], "models chat show", None);
        check(&["accounts", "password", "김"], "accounts password", Some("김"));
        check(&["accounts", "password", "김", "--as", "관"], "accounts password", Some("관"));
        check(&["search", "광고", "--as", "김"], "search", Some("김"));
        check(&["search", "profiles"], "search profiles", None);
        check(&["search", "--", "profiles"], "search", None);
        let changed = ["search", "profiles", "review", "--k", "40", "--as", "관"];
        check(&changed, "search profiles", Some("관"));
        check(&["--json", "doctor", "--as", "김"], "doctor", Some("김"));
    }
}
