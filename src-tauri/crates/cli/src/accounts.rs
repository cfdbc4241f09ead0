//! Accounts: `simui accounts …`.

use simui_api::Desk;
use simui_api::types::{AccountView, ChangeAccount, ExpertKinds, NewAccount, SetPassword, SetRole};
use simui_domain::Role;

use crate::args::accounts::{AccountsCommand, OfAccount};
use crate::error::CliError;
use crate::output::Output;
use crate::password;

pub async fn run(desk: &Desk, command: AccountsCommand, out: Output) -> Result<(), CliError> {
    let account = match command {
        AccountsCommand::List => {
            let accounts = desk.accounts().await?;
            out.result(&accounts, |all| all.iter().map(|it| describe_account(it) + "\n").collect());
            return Ok(());
        }
        AccountsCommand::Add { name, role, reviewer } => {
            desk.add_account(NewAccount { name, role, reviewer }).await?
        }
        AccountsCommand::Password { account, reviewer } => {
            let password = password::next_line()?;
            let request = SetPassword { account, password, current: None, reviewer };
            desk.set_password(request).await?
        }
        AccountsCommand::Disable(of) => desk.disable_account(change(of), true).await?,
        AccountsCommand::Enable(of) => desk.disable_account(change(of), false).await?,
        AccountsCommand::Role { of, role } => {
            desk.set_role(SetRole { of: change(of), role }).await?
        }
        AccountsCommand::Expert { of, kinds } => {
            desk.set_expertise(ExpertKinds { of: change(of), kinds }).await?
        }
    };
    out.result(&account, describe_account);
    Ok(())
}

fn change(of: OfAccount) -> ChangeAccount {
    ChangeAccount { account: of.account, reviewer: of.signed.reviewer }
}

fn describe_account(account: &AccountView) -> String {
    let role = match account.reviewer.role {
        Role::Reviewer => "심의관",
        Role::Pharmacist => "약사",
        Role::Administrator => "관리자",
    };
    let password = if account.has_password { "비밀번호 있음" } else { "비밀번호 없음" };
    let disabled = if account.disabled_at.is_some() { "\t사용 중지" } else { "" };
    let kinds: Vec<String> = account.expert.iter().map(ToString::to_string).collect();
    let expert = match kinds.is_empty() {
        true => String::new(),
        false => format!("\t전문가: {}", kinds.join(",")),
    };
    let name = &account.reviewer.name;
    format!("{name}\t{role}\t{password}\t맡은 사건 {}{expert}{disabled}", account.open_cases)
}
