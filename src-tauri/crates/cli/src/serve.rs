use std::sync::Arc;

use simui_api::Desk;
use simui_server::{Listening, Token};
use uuid::Uuid;

use crate::args::serve::ServeCommand;
use crate::error::CliError;
use crate::output::Output;

pub async fn run(desk: Desk, command: ServeCommand) -> Result<(), CliError> {
    let desk = Arc::new(desk);
    desk.watch();
    desk.recover_in_background();
    // Two random UUIDs: 244 bits from the system's generator.
    let token = Token::new(format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple()));
    let listening = Listening::on(command.port, desk, token).await?;
    Output::new(false).result(&listening.url(), String::clone);
    listening
        .serve(async {
            // Without a signal handler the server runs until it is killed.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
        .await;
    Ok(())
}
