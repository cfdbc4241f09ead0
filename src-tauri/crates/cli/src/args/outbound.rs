//! Arguments of `simui outbound`.

use clap::{Args, Subcommand};
use simui_api::types::OutboundKind;

use super::signature::Signed;

/// Commands of `simui outbound`.
#[derive(Debug, Subcommand)]
pub enum OutboundCommand {
    /// Show what may leave this machine.
    Show,
    /// List what left or tried to leave this machine, and the questions to chat models, newest
    /// first.
    Log {
        /// Maximum number of entries.
        #[arg(long, default_value_t = 100)]
        limit: u32,
        /// Only `call` (bytes to a host) or `question` (of a role to a model).
        #[arg(long, value_parser = parse_outbound_kind)]
        kind: Option<OutboundKind>,
        /// Only entries with these words: a host, a role, a model, a case, a digest.
        #[arg(long)]
        words: Option<String>,
        /// Only entries that failed.
        #[arg(long)]
        failed: bool,
        /// Only entries before this number of the audit log.
        #[arg(long, value_name = "SEQ")]
        before: Option<u64>,
    },
    /// Allow calls to the allowed hosts.
    On(Signed),
    /// Forbid all calls.
    Off(Signed),
    /// Allow a host: www.law.go.kr, apis.data.go.kr, or with scheme and port (http://10.0.0.5:8080).
    Allow {
        /// The host to allow.
        host: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Stop allowing a host.
    Deny {
        /// The host, as `show` prints it.
        host: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Send everything through a proxy.
    Proxy {
        /// Address of the proxy, such as http://proxy.office.kr:3128, or `none`.
        address: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Show or set whether a search service is asked for links beside the answers of `ask`.
    ///
    /// Links never become part of an answer. Needs the host allowed and, unless --no-key is set,
    /// `simui keys set tavily`.
    WebLinks(WebLinksCommand),
    /// Use a mirror of law.go.kr's open API. The key is never sent to it.
    LawService {
        /// Address of the mirror, such as https://mirror.office.kr/DRF, or `none`.
        address: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Use a mirror of data.go.kr's drug data services. The key is never sent to it.
    DrugService {
        /// Address of the mirror before `/1471000`, such as https://mirror.office.kr, or `none`.
        address: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
}

fn parse_outbound_kind(text: &str) -> Result<OutboundKind, String> {
    match text {
        "call" => Ok(OutboundKind::Call),
        "question" => Ok(OutboundKind::Question),
        _ => Err("call or question".to_owned()),
    }
}

/// Arguments of `simui outbound web-links`.
#[derive(Debug, Args)]
pub struct WebLinksCommand {
    /// on or off. Without it, shows the setting. Off by default.
    #[arg(value_parser = ["on", "off"], requires = "reviewer")]
    pub state: Option<String>,
    /// Address before /search of a service with the Tavily Search API; `default` for
    /// https://api.tavily.com.
    #[arg(long, value_name = "URL", requires = "state")]
    pub address: Option<String>,
    /// The service needs no key. Otherwise `simui keys set tavily` stores it.
    #[arg(long, requires = "state")]
    pub no_key: bool,
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}
