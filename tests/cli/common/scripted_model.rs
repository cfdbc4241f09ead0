//! A chat model with scripted answers, behind the protocol of real ones. It stores its requests.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::Desk;
use super::http::request;

/// The script: role and prompt to answer.
pub type Script = Box<dyn Fn(&str, &str) -> String + Send>;

/// A model server on this machine.
pub struct ScriptedModel {
    /// The address of the server.
    pub address: String,
    script: Arc<Mutex<Script>>,
    /// The length of its context in tokens, if it reports one.
    context: Arc<Mutex<Option<u64>>>,
    asked: Arc<Mutex<Vec<(String, String)>>>,
}

impl ScriptedModel {
    pub fn start(script: impl Fn(&str, &str) -> String + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let script: Arc<Mutex<Script>> = Arc::new(Mutex::new(Box::new(script)));
        let asked = Arc::<Mutex<Vec<_>>>::default();
        let context = Arc::<Mutex<Option<u64>>>::default();
        let (now, log) = (Arc::clone(&script), Arc::clone(&asked));
        let reported = Arc::clone(&context);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (target, body) = request(&mut stream);
                if target.ends_with("/models") {
                    let length = *reported.lock().unwrap();
                    let list = json!({ "data": [{ "id": "small", "max_model_len": length }] });
                    let _ = send_json(&mut stream, &list);
                    continue;
                }
                let body: Value = serde_json::from_str(&body).unwrap_or_default();
                let role = body["response_format"]["json_schema"]["name"].as_str();
                let role = role.unwrap_or("text").to_owned();
                let messages = body["messages"].as_array().cloned().unwrap_or_default();
                let words: Vec<&str> =
                    messages.iter().filter_map(|it| it["content"].as_str()).collect();
                let words = words.join("\n");
                let answer = now.lock().unwrap()(&role, &words);
                log.lock().unwrap().push((role, words));
                // The client may have closed the connection.
                let _ = send(&mut stream, &answer);
            }
        });
        Self { address, script, context, asked }
    }

    /// Replaces the script.
    pub fn set_script(&self, script: impl Fn(&str, &str) -> String + Send + 'static) {
        *self.script.lock().unwrap() = Box::new(script);
        self.asked.lock().unwrap().clear();
    }

    /// Reports this length of its context in the list of models.
    pub fn set_context(&self, tokens: u64) {
        *self.context.lock().unwrap() = Some(tokens);
    }

    /// Returns role and prompt of each call since the script was last replaced.
    pub fn asked(&self) -> Vec<(String, String)> {
        self.asked.lock().unwrap().clone()
    }
}

/// Gives these roles to the model at an address, in the name of an administrator.
pub fn give_roles(desk: &Desk, address: &str, roles: &[&str]) {
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    let endpoint =
        ["models", "chat", "endpoint", "local", "--preset", "custom", "--address", address];
    desk.run(&[&endpoint[..], &["--as", "관리"]].concat()).succeeded();
    for role in roles {
        let play = ["models", "chat", "role", role, "--endpoint", "local", "--model", "small"];
        desk.run(&[&play[..], &["--timeout", "10", "--as", "관리"]].concat()).succeeded();
    }
}

/// Returns the number that a prompt gives a section.
pub fn number_of(words: &str, section: &str) -> usize {
    let behind = words.split(section).nth(1).unwrap_or_else(|| panic!("no {section}: {words}"));
    let label = behind.split("[문서 ").nth(1).unwrap();
    label.split(']').next().unwrap().parse().unwrap()
}

fn send_json(stream: &mut TcpStream, answer: &Value) -> std::io::Result<()> {
    let body = answer.to_string();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn send(stream: &mut TcpStream, answer: &str) -> std::io::Result<()> {
    let delta = json!({ "choices": [{ "delta": { "content": answer } }] });
    let end = json!({ "choices": [{ "delta": {}, "finish_reason": "stop" }] });
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\
         data: {delta}\n\ndata: {end}\n\ndata: [DONE]\n\n"
    )
}
