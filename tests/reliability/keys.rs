//! Campaign `audit move-key`: the key of the audit log is in the keyring or in the file at every
//! moment, and stays the same.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::campaign::Campaign;
use crate::common::Desk;

/// A separate keyring for the test, which ends when dropped.
struct Keyring {
    session: Child,
    home: TempDir,
    bus: String,
}

impl Keyring {
    /// Starts the keyring. `None`, with a message, if this machine lacks the programs for it.
    fn start() -> Option<Self> {
        let there = |program: &str| Command::new(program).arg("--version").output().is_ok();
        if !there("dbus-run-session") || !there("gnome-keyring-daemon") {
            eprintln!("skipped: dbus-run-session or gnome-keyring-daemon is absent");
            return None;
        }
        let home = tempfile::tempdir().unwrap();
        let script = "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && sleep 1 && \
            echo \"$DBUS_SESSION_BUS_ADDRESS\" && exec sleep 86400";
        let mut session = Command::new("dbus-run-session");
        session.args(["--", "sh", "-c", script]).stdout(Stdio::piped());
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
            session.env(variable, home.path());
        }
        let mut session = session.spawn().unwrap();
        let mut bus = String::new();
        BufReader::new(session.stdout.take().unwrap()).read_line(&mut bus).unwrap();
        Some(Self { session, home, bus: bus.trim().to_owned() })
    }

    fn command(&self, desk: &Desk, arguments: &[&str]) -> Command {
        let mut command = desk.command(arguments);
        command.env_remove("SIMUI_AUDIT_KEY").env("DBUS_SESSION_BUS_ADDRESS", &self.bus);
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
            command.env(variable, self.home.path());
        }
        command
    }

    fn run(&self, desk: &Desk, arguments: &[&str]) -> serde_json::Value {
        let output = self.command(desk, arguments).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
        serde_json::from_slice(&output.stdout).unwrap_or_default()
    }
}

impl Drop for Keyring {
    fn drop(&mut self) {
        let _ = self.session.kill();
        let _ = self.session.wait();
    }
}

#[test]
fn keys() {
    let Some(keyring) = Keyring::start() else { return };
    let mut campaign = Campaign::new("keys");
    let desk = Desk::new();
    keyring.run(&desk, &["reviewer", "add", "관리", "--role", "administrator"]);
    let to = |place| ["audit", "move-key", "--to", place, "--as", "관리"];
    let verify = || {
        let audit = keyring.run(&desk, &["audit", "verify"]);
        assert_eq!(audit["intact"], true, "{audit}");
        audit
    };
    let key = verify()["public_key"].clone();
    campaign.calm(|| drop(keyring.run(&desk, &to("file"))));
    let mut place = "file";
    for round in campaign.rounds() {
        let next = if place == "file" { "keyring" } else { "file" };
        let mut command = keyring.command(&desk, &to(next));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let killed = campaign.kill_child(command.spawn().unwrap(), "");
        let audit = verify();
        assert_eq!(audit["public_key"], key, "round {round}: another key");
        place = match audit["key"]["place"].as_str() {
            Some("file") => "file",
            _ => "keyring",
        };
        assert!(
            !killed.succeeded || place == next,
            "round {round}: it was acknowledged: {}",
            killed.err
        );
    }
}
