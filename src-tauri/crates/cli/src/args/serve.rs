//! Arguments of `simui serve`.

use clap::Args;

/// Arguments of `simui serve`.
#[derive(Debug, Args)]
pub struct ServeCommand {
    /// Port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
}
