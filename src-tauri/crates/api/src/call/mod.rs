//! Operations by name: the only entrance for the window and the loopback server.

mod patients;

use futures::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use simui_domain::CaseId;

use crate::desk::sessions::{SESSION, take_session};
use crate::faults::ErrorCode;
use crate::incoming_text::compose_request;
use crate::privileges::{Area, Privileges};
use crate::{ApiError, Desk};

/// Request of an operation on one case.
#[derive(serde::Deserialize)]
struct OfCase {
    case_id: CaseId,
}

/// Request of an operation on one key.
#[derive(serde::Deserialize)]
struct OfKey {
    name: String,
}

/// Request of `extract`.
#[derive(serde::Deserialize)]
struct OfText {
    text: String,
}

/// Request of `fit`.
#[derive(serde::Deserialize)]
struct FitRequest {
    again: bool,
}

impl Desk {
    /// Calls an operation: `queue`, `case`, `decide`, … Request and answer are the JSON forms of the types in
    /// [`crate::types`].
    ///
    /// Beside its own fields, a request may have `session`, the token of the person who signs. Its text is
    /// normalised to NFC before anything reads it, unless the answer has offsets into it. The table of
    /// operations ([`crate::privileges`]) decides whether the operation is permitted.
    pub fn call<'a>(
        &'a self,
        operation: &'a str,
        mut request: Value,
    ) -> BoxFuture<'a, Result<Value, ApiError>> {
        let session = take_session(&mut request);
        compose_request(operation, &mut request);
        let answer = async move {
            let privilege = Privileges::shipped().of_operation(operation);
            let privilege = privilege.ok_or_else(|| unknown(operation))?;
            self.permit(privilege).await?;
            self.in_area(privilege.area, operation, request).await
        };
        // Boxed, so that this crate compiles it once, and not every crate that awaits it.
        Box::pin(async move {
            SESSION.scope(session, answer).await.map_err(|error| self.in_its_place(error))
        })
    }

    /// Where the database is gone from its directory, that says more than what could not be read, written or
    /// found there.
    fn in_its_place(&self, error: ApiError) -> ApiError {
        use ApiError::{Corpus, Flow, Missing, Search, Store};
        match (&error, self.database.check_place_after(&error)) {
            (Store(_) | Flow(_) | Search(_) | Corpus(_) | Missing { .. }, Err(replaced)) => {
                replaced.into()
            }
            _ => error,
        }
    }

    /// Runs an operation of one area. A single future of all operations would exceed a thread's stack.
    fn in_area<'a>(
        &'a self,
        area: Area,
        operation: &'a str,
        request: Value,
    ) -> BoxFuture<'a, Result<Value, ApiError>> {
        match area {
            Area::People => Box::pin(self.people_operation(operation, request)),
            Area::Cases => Box::pin(self.case_operation(operation, request)),
            Area::Counsel => Box::pin(self.counsel_operation(operation, request)),
            Area::Patients => Box::pin(self.patient_operation(operation, request)),
            Area::Law => Box::pin(self.law_operation(operation, request)),
            Area::Outside => Box::pin(self.outside_operation(operation, request)),
            Area::Desk => Box::pin(self.desk_operation(operation, request)),
            Area::Shell => Box::pin(std::future::ready(Err(unknown(operation)))),
        }
    }

    /// Operations on accounts and sessions.
    async fn people_operation(&self, operation: &str, request: Value) -> Result<Value, ApiError> {
        match operation {
            "desk_status" => write(self.status().await?),
            "accounts" => write(self.accounts().await?),
            "add_account" => write(self.add_account(read(request)?).await?),
            "set_password" => write(self.set_password(read_password(request)?).await?),
            "disable_account" => write(self.disable_account(read(request)?, true).await?),
            "enable_account" => write(self.disable_account(read(request)?, false).await?),
            "set_role" => write(self.set_role(read(request)?).await?),
            "set_expertise" => write(self.set_expertise(read(request)?).await?),
            "sign_in" => write(self.sign_in(read_password(request)?).await?),
            "sign_out" => write(self.sign_out().await?),
            "work_settings" => write(self.work_settings().await?),
            "set_work_settings" => write(self.set_work_settings(read(request)?).await?),
            "add_reviewer" => write(self.add_reviewer(read(request)?).await?),
            _ => Err(unknown(operation)),
        }
    }

    /// Operations on cases.
    async fn case_operation(&self, operation: &str, request: Value) -> Result<Value, ApiError> {
        match operation {
            "queue" => write(self.queue(read(request)?).await?),
            "case" => write(self.case(&read::<OfCase>(request)?.case_id).await?),
            "case_events" => write(self.case_events(&read::<OfCase>(request)?.case_id).await?),
            "submit" => write(self.submit(read(request)?).await?),
            "read_ads" => write(crate::reviews::read_ads(&read(request)?)),
            "decide" => write(self.decide(read(request)?).await?),
            "claim" => write(self.claim(read(request)?).await?),
            "release" => write(self.release(read(request)?).await?),
            "assign" => write(self.assign(read(request)?).await?),
            "prioritise" => write(self.prioritise(read(request)?).await?),
            "intake_paths" => write(self.intake_paths(read(request)?).await?),
            "cancel_intake" => {
                self.cancel_intake();
                write(())
            }
            "watch_status" => write(self.watch_status().await?),
            "checks" => write(self.checks(read::<Option<_>>(request)?.unwrap_or_default()).await?),
            "check_case" => write(self.check_case(read(request)?).await?),
            "disagreements" => write(self.disagreements().await?),
            "reopen" => write(self.reopen(read(request)?).await?),
            "redraft" => write(self.redraft(read(request)?).await?),
            "sign_second" => write(self.sign_second(read(request)?).await?),
            "revise" => write(self.revise(read(request)?).await?),
            "similar_ads" => write(self.similar_ads(&read::<OfCase>(request)?.case_id).await?),
            "affected_cases" => write(self.affected_cases(read(request)?).await?),
            "resume_runs" => write(self.resume_runs().await?),
            "retry_case" => write(self.retry_case(read(request)?).await?),
            "unfinished_reviews" => write(self.unfinished_reviews().await?),
            "rereview" => write(self.rereview(read(request)?).await?),
            "report" => write(self.report(read(request)?).await?),
            "replay" => write(self.replay(&read::<OfCase>(request)?.case_id).await?),
            "fork" => write(self.fork(read(request)?).await?),
            _ => Err(unknown(operation)),
        }
    }

    /// Operations on pharmacists' questions, consultations and extraction.
    async fn counsel_operation(&self, operation: &str, request: Value) -> Result<Value, ApiError> {
        match operation {
            "ask" => write(Box::pin(self.ask(read(request)?)).await?),
            "cancel_ask" => {
                self.cancel_ask(&read(request)?);
                write(())
            }
            "consult" => write(Box::pin(self.consult(read(request)?)).await?),
            "consult_cache" => write(self.consult_cache().await?),
            "calculate" => write(Box::pin(self.calculate(read(request)?)).await?),
            "check_list" => write(Box::pin(self.check_list(read(request)?)).await?),
            "extract" => write(self.extract(read::<OfText>(request)?.text).await?),
            "lexicon_import" => write(self.lexicon_import(read(request)?).await?),
            "lexicon_status" => write(self.lexicon_status()?),
            "lexicon_remove" => write(self.lexicon_remove(read(request)?).await?),
            "asked" => write(Box::pin(self.asked(read(request)?)).await?),
            "judged_questions" => write(Box::pin(self.judged_questions()).await?),
            "asked_question" => write(Box::pin(self.asked_question(read(request)?)).await?),
            "forget_question" => write(Box::pin(self.forget_question(read(request)?)).await?),
            "give_feedback" => write(Box::pin(self.give_feedback(read(request)?)).await?),
            "ask_settings" => write(Box::pin(self.ask_settings()).await?),
            "set_ask_settings" => write(Box::pin(self.set_ask_settings(read(request)?)).await?),
            _ => Err(unknown(operation)),
        }
    }

    /// Operations on documents, law and search.
    async fn law_operation(&self, operation: &str, request: Value) -> Result<Value, ApiError> {
        match operation {
            "documents" => write(self.documents().await?),
            "document" => write(self.document(read(request)?).await?),
            "import_paths" => write(self.import_paths(read(request)?).await?),
            "import_uploads" => write(self.import_uploads(read(request)?).await?),
            "cancel_import" => {
                self.cancel_import();
                write(())
            }
            "fit" => write(self.fit(read::<FitRequest>(request)?.again, |_, _| {}).await?),
            "cancel_fit" => {
                self.cancel_fit();
                write(())
            }
            "embed" => write(self.embed(|_, _| {}).await?),
            "cancel_embed" => {
                self.cancel_embed();
                write(())
            }
            "quarantine" => {
                let request = read::<Option<_>>(request)?.unwrap_or_default();
                write(self.quarantine(request).await?)
            }
            "digests" => {
                let request = read::<Option<_>>(request)?.unwrap_or_default();
                write(self.digest_entries(request).await?)
            }
            "sign_digest" => write(self.sign_digest(read(request)?).await?),
            "resolve_quarantine" => write(self.resolve_quarantine(read(request)?).await?),
            "law_history" => write(self.law_history(read(request)?).await?),
            "law_diff" => write(self.law_diff(read(request)?).await?),
            "links" => write(self.links(read(request)?).await?),
            "broken_links" => write(self.broken_links(read(request)?).await?),
            "impact" => write(self.impact(read(request)?).await?),
            "search" => write(self.search(read(request)?).await?),
            "citations" => write(self.citations(read(request)?).await?),
            "verify" => write(self.verify(read(request)?).await?),
            _ => Err(unknown(operation)),
        }
    }

    /// Operations on outbound calls, keys and models.
    async fn outside_operation(&self, operation: &str, request: Value) -> Result<Value, ApiError> {
        match operation {
            "outbound_settings" => write(self.outbound_settings().await?),
            "set_outbound_settings" => write(self.set_outbound_settings(read(request)?).await?),
            "onnx_settings" => write(self.onnx_settings().await?),
            "set_onnx_settings" => write(self.set_onnx_settings(read(request)?).await?),
            "onnx_runtime" => write(self.onnx_runtime().await?),
            "search_models" => write(self.search_models().await?),
            "set_search_models" => write(self.set_search_models(read(request)?).await?),
            "search_profiles" => write(self.search_profiles().await?),
            "shipped_search_profiles" => write(self.shipped_search_profiles()),
            "set_search_profiles" => write(self.set_search_profiles(read(request)?).await?),
            "outbound_log" => write(Box::pin(self.outbound_log(read(request)?)).await?),
            "chat_settings" => write(Box::pin(self.chat_settings()).await?),
            "set_chat_settings" => write(Box::pin(self.set_chat_settings(read(request)?)).await?),
            "chat_prompts" => write(self.chat_prompts().await?),
            "try_prompt" => write(Box::pin(self.try_prompt(read(request)?)).await?),
            "set_prompt" => write(Box::pin(self.set_prompt(read(request)?)).await?),
            "reset_prompt" => write(Box::pin(self.reset_prompt(read(request)?)).await?),
            "chat_state" => write(Box::pin(self.chat_state()).await?),
            "test_chat" => write(Box::pin(self.test_chat(read(request)?)).await?),
            "keys" => write(self.keys().await?),
            "has_key" => write(self.has_key(&read::<OfKey>(request)?.name).await?),
            "set_key" => write(self.set_key(read_unseen(request)?).await?),
            "remove_key" => write(self.remove_key(read(request)?).await?),
            "key_file" => write(self.key_file().await?),
            "create_key_file" => {
                write(Box::pin(self.create_key_file(read_password(request)?)).await?)
            }
            "open_key_file" => write(Box::pin(self.open_key_file(read_password(request)?)).await?),
            "close_key_file" => write(self.close_key_file().await?),
            "delete_key_file" => write(self.delete_key_file(read(request)?).await?),
            "law_updates" => write(self.law_updates().await?),
            "find_laws" => write(self.find_laws(read(request)?).await?),
            "update_laws" => write(self.update_laws(read(request)?).await?),
            "drug_updates" => write(self.drug_updates().await?),
            "update_drugs" => write(Box::pin(self.update_drugs(read(request)?)).await?),
            "cancel_update" => {
                self.cancel_update();
                write(())
            }
            "models" => write(self.models().await?),
            "verify_model" => write(self.verify_model(read(request)?).await?),
            "add_model" => write(self.add_model(read(request)?).await?),
            "remove_model" => write(self.remove_model(read(request)?).await?),
            "download_model" => write(self.download_model(read(request)?).await?),
            "cancel_download" => {
                self.cancel_download();
                write(())
            }
            _ => Err(unknown(operation)),
        }
    }

    /// Operations on rules, coverage, papers and the desk itself.
    async fn desk_operation(&self, operation: &str, request: Value) -> Result<Value, ApiError> {
        match operation {
            "rule_packs" => write(self.rule_packs().await?),
            "rule_pack" => write(self.rule_pack(read(request)?).await?),
            "rules_check" => write(self.rules_check(read(request)?).await?),
            "import_rule_pack" => write(self.import_rule_pack(read(request)?).await?),
            "activate_rule_pack" => write(self.activate_rule_pack(read(request)?).await?),
            "deactivate_rule_pack" => write(self.deactivate_rule_pack(read(request)?).await?),
            "doctor" => write(self.doctor().await?),
            "audit" => write(self.audit().await?),
            "move_audit_key" => write(self.move_audit_key(read(request)?).await?),
            "audit_pack" => write(self.audit_pack(read(request)?).await?),
            "office" => write(self.office().await?),
            "set_office" => write(self.set_office(read(request)?).await?),
            "paper" => write(self.paper(read(request)?).await?),
            "coverage_import" => write(self.coverage_import(read(request)?).await?),
            "coverage_compare" => write(self.coverage_compare(read(request)?).await?),
            "coverage_status" => write(self.coverage_status().await?),
            "coverage_page" => write(self.coverage_page(read(request)?).await?),
            "coverage_page_picture" => write(self.coverage_page_picture(read(request)?).await?),
            "coverage_report" => write(self.coverage_report(read(request)?).await?),
            "coverage_facts" => write(self.coverage_facts(read(request)?).await?),
            "coverage_saved" => write(self.coverage_saved().await?),
            "coverage_save" => write(self.coverage_save(read(request)?).await?),
            "coverage_rules" => write(self.coverage_rules().await?),
            "coverage_rule_text" => write(self.coverage_rule_text(read(request)?).await?),
            "coverage_rules_check" => write(self.coverage_rules_check(read(request)?).await?),
            "coverage_rules_replace" => write(self.coverage_rules_replace(read(request)?).await?),
            "coverage_forget" => write(self.coverage_forget(read(request)?).await?),
            "case_file" => write(self.case_file(read(request)?).await?),
            _ => Err(unknown(operation)),
        }
    }
}

/// Returns the error for an operation that does not exist.
fn unknown(operation: &str) -> ApiError {
    ApiError::Missing {
        what: "operation",
        id: operation.chars().take(80).collect(),
        remedy: "use one of those in simui_api::Desk::call",
    }
}

fn read<T: DeserializeOwned>(request: Value) -> Result<T, ApiError> {
    serde_json::from_value(request).map_err(|error| {
        ApiError::invalid(ErrorCode::RequestMalformed, &[], format!("request: {error}"))
    })
}

/// Reads a request that contains a key. The error omits the reason, which may quote the request.
fn read_unseen<T: DeserializeOwned>(request: Value) -> Result<T, ApiError> {
    serde_json::from_value(request).map_err(|_| {
        ApiError::invalid(
            ErrorCode::RequestMalformed,
            &[],
            "request: it is not in its form; give name, value and reviewer".into(),
        )
    })
}

/// Reads a request that contains a password. The error omits the reason, which may quote the request.
fn read_password<T: DeserializeOwned>(request: Value) -> Result<T, ApiError> {
    serde_json::from_value(request).map_err(|_| {
        ApiError::invalid(
            ErrorCode::RequestMalformed,
            &[],
            "request: it is not in its form; give who and the password".into(),
        )
    })
}

fn write(answer: impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(answer)
        .map_err(|error| ApiError::invalid(ErrorCode::Internal, &[], format!("answer: {error}")))
}
