//! `simui patient …`: the patients, and what is remembered of each.

use simui_api::Desk;
use simui_api::types::{
    ChangedItem, EditPatientItem, ForgottenPatient, ImportOmission, ImportPatient, ImportedPatient,
    LARGEST_RECORD, NewPatient, OfPatient, OfPatientItem, PatientItem, PatientSummary, PatientView,
    PatientsRequest, RememberRequest, Remembered, RenamePatient, WritePatientItem,
};

use crate::args::patient::{OfItem, OfPatient as Of, PatientCommand};
use crate::error::CliError;
use crate::incoming;
use crate::output::{Output, remark};
use crate::patient_turns;

pub async fn run(desk: &Desk, command: PatientCommand, out: Output) -> Result<(), CliError> {
    match command {
        PatientCommand::Add { name, by } => {
            let added = desk.add_patient(NewPatient { name, reviewer: by.reviewer }).await?;
            out.result(&added, |it| format!("등록: {} ({})", it.name, it.id));
        }
        PatientCommand::List { search, by } => {
            let found = desk.patients(PatientsRequest { search, reviewer: by.reviewer }).await?;
            out.result(&found, |found| found.iter().map(describe_summary).collect());
        }
        PatientCommand::Show(of) => {
            out.result(&desk.patient(patient_request(of)).await?, describe_patient)
        }
        PatientCommand::Rename { of, to } => {
            let Of { patient, by } = of;
            let request = RenamePatient { patient_id: patient, name: to, reviewer: by.reviewer };
            out.result(&desk.rename_patient(request).await?, describe_summary);
        }
        PatientCommand::Forget(of) => {
            let forgotten = desk.forget_patient(patient_request(of)).await?;
            if !forgotten.log_emptied {
                remark(
                    "another process reads: sealed bytes without a key stay in the write-ahead log until it is emptied",
                );
            }
            out.result(&forgotten, describe_forgotten);
        }
        PatientCommand::Items { of, history: true, .. } => {
            let events = desk.patient_history(patient_request(of)).await?;
            out.result(&events, |events| {
                let line = |event: &simui_api::types::PatientEvent| {
                    let who = event.by.as_deref().unwrap_or("-");
                    let turn = event.turn.map_or("-".to_owned(), |it| it.to_string());
                    let before = event.before.as_deref().unwrap_or("");
                    format!(
                        "{:.0}\t{}\t{:?}\t차례 {turn}\t{who}\t{before}\n",
                        event.at, event.item, event.happening
                    )
                };
                events.iter().map(line).collect()
            });
        }
        PatientCommand::Items { of, slot, .. } => {
            let mut items = desk.patient(patient_request(of)).await?.items;
            items.retain(|it| slot.is_none_or(|slot| it.slot == slot));
            out.result(&items, |items| items.iter().map(describe_item).collect());
        }
        PatientCommand::Turns(of) => {
            let turns = desk.patient_turns(patient_request(of)).await?;
            out.result(&turns, |turns| turns.iter().map(patient_turns::describe_turn).collect());
        }
        PatientCommand::Remember { of, text } => {
            let Of { patient, by } = of;
            let request = RememberRequest {
                patient_id: patient,
                text,
                conversation: None,
                reviewer: by.reviewer,
            };
            out.result(&desk.remember(request).await?, describe_remembered);
        }
        PatientCommand::Import { file, name, by } => {
            let bundle = incoming::text(&file, LARGEST_RECORD as u64, "export one patient a file")?;
            let file = file.display().to_string();
            let request = ImportPatient { file, bundle, name, reviewer: by.reviewer };
            out.result(&desk.import_patient(request).await?, describe_import);
        }
        PatientCommand::Confirm(of) => {
            out.result(&desk.confirm_patient_item(item_request(of)).await?, describe_patient);
        }
        PatientCommand::Edit { of, name, standing, value } => {
            let OfItem { patient, item, by } = of;
            let request = EditPatientItem {
                patient_id: patient,
                item,
                name,
                value,
                standing,
                reviewer: by.reviewer,
            };
            out.result(&desk.edit_patient_item(request).await?, describe_patient);
        }
        PatientCommand::Write { of, slot, name, standing, value, whose } => {
            let Of { patient, by } = of;
            let request = WritePatientItem {
                patient_id: patient,
                slot,
                name,
                value,
                standing,
                experiencer: whose,
                reviewer: by.reviewer,
            };
            out.result(&desk.write_patient_item(request).await?, describe_patient);
        }
        PatientCommand::Delete(of) => {
            out.result(&desk.delete_patient_item(item_request(of)).await?, describe_patient);
        }
    }
    Ok(())
}

fn describe_import(it: &ImportedPatient) -> String {
    let left: Vec<String> =
        it.left_out.iter().map(|(kind, many)| format!("{kind} {many}")).collect();
    let left = if left.is_empty() { "없음".to_owned() } else { left.join(", ") };
    let allergies = (it.allergies > 0).then(|| format!("알레르기 {}", it.allergies));
    let by_slot = it.by_slot.iter().map(|(slot, many)| format!("{} {many}", slot.korean()));
    let taken: Vec<String> = allergies.into_iter().chain(by_slot).collect();
    let taken = if taken.is_empty() { "없음".to_owned() } else { taken.join(", ") };
    let mut text = format!(
        "등록: {} ({}), 항목 {}개; 옮김: {taken}; 옮기지 않음: {left}",
        it.patient.name, it.patient.id, it.items
    );
    for omission in &it.omissions {
        let ImportOmission { resource, text: why, count, names, .. } = omission;
        let names =
            if names.is_empty() { String::new() } else { format!(": {}", names.join("; ")) };
        text += &format!("\n  {resource} {count}건 — {why}{names}");
    }
    text
}

fn patient_request(of: Of) -> OfPatient {
    OfPatient { patient_id: of.patient, reviewer: of.by.reviewer }
}

fn item_request(of: OfItem) -> OfPatientItem {
    OfPatientItem { patient_id: of.patient, item: of.item, reviewer: of.by.reviewer }
}

fn describe_summary(it: &PatientSummary) -> String {
    format!("{}\t{}\t{}회\t{:.0}\n", it.id, it.name, it.turns, it.updated_at)
}

fn describe_item(it: &PatientItem) -> String {
    let open = if it.in_conflict { "\t확인 필요" } else { "" };
    format!("{}\t{}\t{}\t{:.2}{open}\n", it.id, it.slot.korean(), it.shown, it.weight)
}

fn describe_patient(view: &PatientView) -> String {
    let mut text = format!("{} ({})\n", view.patient.name, view.patient.id);
    for section in &view.sections {
        text += &format!("{}\n", section.title);
        for line in &section.lines {
            text += &format!("  {}\t{}\t{:.2}\n", line.item, line.text, line.weight);
        }
    }
    if view.sections.is_empty() {
        text += "기억하는 것이 없습니다.\n";
        return text;
    }
    text += &format!("요약\n{}\n", view.summary);
    text
}

fn describe_forgotten(it: &ForgottenPatient) -> String {
    format!("잊음: {} (항목 {}개, 대화 {}회, 질문 {}건)", it.id, it.items, it.turns, it.questions)
}

fn describe_remembered(it: &Remembered) -> String {
    let mut text = String::new();
    for warning in &it.warnings {
        text += &format!("! {}\n", warning.text);
    }
    let mut add_lines = |what: &str, items: &[ChangedItem]| {
        for it in items {
            text += &format!("{what}\t{}\t{}\n", it.item, it.shown);
        }
    };
    add_lines("새로", &it.changes.added);
    add_lines("다시", &it.changes.renewed);
    add_lines("바뀜", &it.changes.changed);
    for conflict in &it.changes.conflicts {
        text += &format!("확인 필요\t{} ↔ {}\n", conflict.newer, conflict.older);
    }
    for ignored in &it.changes.ignored {
        text += &format!("기억하지 않음\t{}\t{:?}\n", ignored.text, ignored.why);
    }
    format!("{text}요약\n{}\n", it.summary)
}
