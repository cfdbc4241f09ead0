//! Work of several people on one queue: claims, priorities, second signatures, and the settings for them.

use jiff::Timestamp;
use simui_api::Desk;
use simui_api::types::{
    AssignRequest, CaseSummary, ChangeSettings, ChecksRequest, ClaimRequest, IntakeRequest,
    PriorityRequest, SecondSignature,
};
use simui_domain::{
    Assignment, CaseId, DueHours, Priority, SecondReview, SignatureAct, WorkSettings,
};

use super::{intake, quality, unfinished};
use crate::args::work::{CaseSigned, SettingsCommand, WorkCommand};
use crate::error::CliError;
use crate::output::Output;
use simui_api::ErrorCode;

pub async fn run(desk: &Desk, command: WorkCommand, out: Output) -> Result<(), CliError> {
    match command {
        WorkCommand::Claim(case) => {
            out.result(&desk.claim(claim(case)).await?, super::describe_case)
        }
        WorkCommand::Release(case) => {
            out.result(&desk.release(claim(case)).await?, super::describe_case)
        }
        WorkCommand::Assign { case, to } => {
            out.result(&desk.assign(assign(case, to)).await?, super::describe_case);
        }
        WorkCommand::Priority { case, priority, due } => {
            let request = priority_request(case, priority, due);
            out.result(&desk.prioritise(request).await?, super::describe_case);
        }
        WorkCommand::Second { case, act, note } => {
            out.result(
                &desk.sign_second(second_signature(case, act, note)).await?,
                super::describe_case,
            );
        }
        WorkCommand::Intake { paths } => {
            let report = desk.intake_paths(IntakeRequest { paths }).await?;
            out.result(&report, intake::describe_report);
            unfinished::resume_behind(desk).await?;
        }
        WorkCommand::Watched => out.result(&desk.watch_status().await?, intake::describe_watched),
        WorkCommand::Checks { all } => {
            out.result(&desk.checks(ChecksRequest { all }).await?, |all| quality::checks(all));
        }
        WorkCommand::Check { case, agree, disagree: _, verdict, note } => {
            let request = quality::check(case, agree, verdict, note);
            out.result(&desk.check_case(request).await?, super::describe_case);
        }
        WorkCommand::Disagreements => {
            out.result(&desk.disagreements().await?, quality::disagreements);
        }
        WorkCommand::Redraft(case) => {
            out.result(&desk.redraft(quality::redraft(case)).await?, super::describe_case);
        }
        WorkCommand::Reopen { case, note } => {
            out.result(&desk.reopen(quality::reopen(case, note)).await?, super::describe_case);
        }
        WorkCommand::Settings(command) => settings(desk, command, out).await?,
    }
    Ok(())
}

fn claim(case: CaseSigned) -> ClaimRequest {
    ClaimRequest { case_id: CaseId(case.case), reviewer: case.reviewer }
}

fn assign(case: CaseSigned, to: Option<String>) -> AssignRequest {
    AssignRequest { case_id: CaseId(case.case), to, reviewer: case.reviewer }
}

fn priority_request(
    case: CaseSigned,
    priority: Priority,
    due: Option<Timestamp>,
) -> PriorityRequest {
    PriorityRequest { case_id: CaseId(case.case), priority, due, reviewer: case.reviewer }
}

fn second_signature(case: CaseSigned, act: SignatureAct, note: String) -> SecondSignature {
    let (case_id, reviewer) = (CaseId(case.case), case.reviewer);
    SecondSignature { case_id, act, note, reviewer, question_id: None }
}

async fn settings(desk: &Desk, command: SettingsCommand, out: Output) -> Result<(), CliError> {
    let mut view = desk.work_settings().await?;
    if let Some(reviewer) = command.reviewer.clone() {
        let settings = changed(view.settings, command)?;
        let request = ChangeSettings { settings, revision: view.revision, reviewer };
        view = desk.set_work_settings(request).await?;
    }
    out.result(&view, |view| describe_settings(&view.settings));
    Ok(())
}

fn changed(mut settings: WorkSettings, command: SettingsCommand) -> Result<WorkSettings, CliError> {
    settings.claim_minutes = command.claim_minutes.unwrap_or(settings.claim_minutes);
    settings.session_idle_minutes =
        command.session_minutes.unwrap_or(settings.session_idle_minutes);
    match command.due_hours.as_deref() {
        None => {}
        Some(&[urgent, high, normal, low]) => {
            settings.due_hours = DueHours { urgent, high, normal, low };
        }
        Some(_) => {
            let message = "--due-hours: give four numbers, such as 4,24,72,168".to_owned();
            return Err(CliError::refused(
                ErrorCode::OptionsIncomplete,
                &[("option", &"--due-hours")],
                message,
            ));
        }
    }
    settings.second_review = command.second_review.unwrap_or(settings.second_review);
    settings.automatic_finish = command.automatic_finish.unwrap_or(settings.automatic_finish);
    settings.check_one_in = command.check_one_in.unwrap_or(settings.check_one_in);
    settings.watched_folder = command.watched_folder.or(settings.watched_folder);
    settings.notify = command.notify.unwrap_or(settings.notify);
    Ok(settings)
}

fn describe_settings(settings: &WorkSettings) -> String {
    let DueHours { urgent, high, normal, low } = settings.due_hours;
    let second = match settings.second_review {
        SecondReview::Off => "꺼짐",
        SecondReview::Critical => "중대 위반이 있는 결정",
    };
    format!(
        "맡기: {}분\n로그인 유지: {}분\n기한(시간): 긴급 {urgent}, 높음 {high}, 보통 {normal}, 낮음 {low}\n\
         두 사람 확인: {second}\n자동 확정: {}\n표본 점검: {}건 중 1건\n감시 폴더: {}\n알림: {}\n",
        settings.claim_minutes,
        settings.session_idle_minutes,
        settings.automatic_finish.label(),
        settings.check_one_in,
        settings.watched_folder.as_deref().unwrap_or("없음"),
        if settings.notify { "켜짐" } else { "꺼짐" },
    )
}

/// Describes priority, claim, assignment and signatures of a waiting case.
pub fn describe_handling(case: &CaseSummary) -> String {
    let Some(handling) = &case.handling else { return String::new() };
    let mut words = vec![match handling.priority {
        Priority::Urgent => "긴급".to_owned(),
        Priority::High => "높음".to_owned(),
        Priority::Normal => "보통".to_owned(),
        Priority::Low => "낮음".to_owned(),
    }];
    if case.overdue {
        words.push("기한 지남".to_owned());
    }
    if let Some(claim) = &handling.claim {
        words.push(format!("{}이(가) 맡음", claim.by.name));
    }
    match (&handling.assigned_to, handling.assignment) {
        (Some(to), Assignment::Expert) => words.push(format!("전문가 배정: {}", to.name)),
        (Some(to), _) => words.push(format!("배정: {}", to.name)),
        (None, Assignment::NoExpert) => words.push("맡을 전문가 없음".to_owned()),
        (None, _) => {}
    }
    match handling.signed.as_ref().map(|signed| (signed.act, &signed.by)) {
        Some((SignatureAct::Sign, by)) => words.push(format!("{by} 서명, 두 번째 서명 대기")),
        Some((SignatureAct::Disagree, by)) => words.push(format!("{by} 이의, 세 번째 사람 대기")),
        _ => {}
    }
    words.join(", ")
}
