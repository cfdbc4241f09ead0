//! What stands on letters: `simui office …`.

use simui_api::Desk;
use simui_api::types::{ChangeSettings, OfficeSettings, SettingsView};

use crate::args::papers::OfficeCommand;
use crate::error::CliError;
use crate::output::Output;

pub async fn run(desk: &Desk, command: OfficeCommand, out: Output) -> Result<(), CliError> {
    let view = match command {
        OfficeCommand::Show => desk.office().await?,
        OfficeCommand::Set(fields) => {
            let SettingsView { mut settings, revision, .. } = desk.office().await?;
            let set = |field: &mut String, value: Option<String>| {
                if let Some(value) = value {
                    *field = value;
                }
            };
            set(&mut settings.name, fields.name);
            set(&mut settings.address, fields.address);
            set(&mut settings.department, fields.department);
            set(&mut settings.telephone, fields.telephone);
            set(&mut settings.email, fields.email);
            set(&mut settings.signer, fields.signer);
            set(&mut settings.numbering, fields.numbering);
            set(&mut settings.objection, fields.objection);
            let reviewer = fields.signed.reviewer;
            desk.set_office(ChangeSettings { settings, revision, reviewer }).await?
        }
    };
    out.result(&view, words);
    Ok(())
}

fn words(view: &SettingsView<OfficeSettings>) -> String {
    let office = &view.settings;
    let rows = [
        ("기관명", &office.name),
        ("주소", &office.address),
        ("담당부서", &office.department),
        ("전화", &office.telephone),
        ("전자우편", &office.email),
        ("발신 명의", &office.signer),
        ("문서번호 규칙", &office.numbering),
        ("불복 절차", &office.objection),
    ];
    rows.iter().map(|(name, value)| format!("{name}\t{value}\n")).collect()
}
