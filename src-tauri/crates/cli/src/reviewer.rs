use simui_api::Desk;
use simui_api::types::NewReviewer;

use crate::args::accounts::ReviewerCommand;
use crate::error::CliError;
use crate::output::Output;

pub async fn run(desk: &Desk, command: ReviewerCommand, out: Output) -> Result<(), CliError> {
    match command {
        ReviewerCommand::Add { name, role } => {
            let reviewer = desk.add_reviewer(NewReviewer { name, role }).await?;
            out.result(&reviewer, |reviewer| format!("등록: {} ({})", reviewer.name, reviewer.id));
        }
        ReviewerCommand::List => {
            let reviewers = desk.reviewers().await?;
            out.result(&reviewers, |reviewers| {
                reviewers.iter().map(|r| format!("{}\t{}\n", r.id, r.name)).collect()
            });
        }
    }
    Ok(())
}
