//! `simui patient turns`: the conversation, for people.

use serde_json::Value;
use simui_api::types::PatientTurnView;

/// Describes one turn: its text, the details of the answer, the calls of chat models, and the answer.
pub fn describe_turn(turn: &PatientTurnView) -> String {
    let not_recorded = if turn.remembered { "" } else { "\t기록하지 않음" };
    let mut text =
        format!("{}\t{:.0}\t{}{not_recorded}\n", turn.turn, turn.at, turn.text.replace('\n', " "));
    let Some(answer) = &turn.answer else { return text };
    let about = details(answer);
    if !about.is_empty() {
        text += &format!("\t{}\n", about.join(" · "));
    }
    for call in &turn.model_calls {
        let outcome = if call.answer.is_some() { "" } else { " (답 없음)" };
        text += &format!("\t{} · {} · {:.0} ms{outcome}\n", call.role, call.model, call.ms);
    }
    for line in answer["text"].as_str().unwrap_or_default().lines().filter(|it| !it.is_empty()) {
        text += &format!("\t{line}\n");
    }
    text
}

/// Returns the details of an answer: cache, engine, effort, quality, why it ended, and duration. Values that
/// were not stored are left out.
fn details(answer: &Value) -> Vec<String> {
    let mut about: Vec<String> = Vec::new();
    let number = |value: &Value| value.as_f64().map(|it| format!("{it:.2}"));
    let cache = &answer["cache"];
    if cache["hit"] == true || answer["cache_hit"] == true {
        let near = number(&cache["similarity"]).map_or(String::new(), |it| format!(" {it}"));
        about.push(format!("캐시에서{near}"));
    }
    if let Some(engine) = answer["engine"].as_str() {
        about.push(engine.to_owned());
    }
    if let (Some(complexity), Some(k)) = (answer["complexity"].as_str(), answer["k"].as_u64()) {
        about.push(format!("{complexity} k={k}"));
    }
    about.extend(number(&answer["quality"]["overall"]).map(|it| format!("품질 {it}")));
    if let Some(again) = answer["iterations"].as_u64() {
        about.push(format!("다시 찾기 {again}회"));
    }
    about.extend(answer["stopped_by"].as_str().map(str::to_owned));
    let took = answer["timings_ms"]["total"].as_f64();
    about.extend(took.map(|it| format!("{it:.0} ms")));
    about
}
