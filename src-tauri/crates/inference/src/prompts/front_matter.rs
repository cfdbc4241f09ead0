use crate::InferenceError;

/// The front matter of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Front {
    pub name: String,
    pub version: u32,
    pub inputs: Vec<String>,
    /// Line on which the body begins, from 1.
    pub body_line: usize,
}

/// Parses the front matter of the file `path`; also returns the body.
pub(super) fn read<'a>(path: &str, text: &'a str) -> Result<(Front, &'a str), InferenceError> {
    let wrong = |line: usize, problem: String| InferenceError::Prompt {
        path: path.to_owned(),
        line,
        problem,
    };
    let head = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).ok_or_else(
        || wrong(1, "it does not begin with front matter between `---` lines".into()),
    )?;
    let (mut name, mut version, mut inputs) = (None, None, None);
    let mut line = 1;
    for written in head.0.lines() {
        line += 1;
        let (key, value) = written
            .split_once(':')
            .ok_or_else(|| wrong(line, format!("{written:?} is no `key: value`")))?;
        let value = value.trim();
        match key.trim() {
            "name" if is_name(value) => name = Some(value.to_owned()),
            "version" => {
                let number = value.parse().ok().filter(|&number: &u32| number > 0);
                let none = || wrong(line, format!("version {value:?} is no number from 1"));
                version = Some(number.ok_or_else(none)?);
            }
            "inputs" => {
                let named = list(value)
                    .ok_or_else(|| wrong(line, format!("inputs {value:?} is no list like [ad]")))?;
                inputs = Some(named);
            }
            key => return Err(wrong(line, format!("{key:?} with {value:?} is not known here"))),
        }
    }
    let lacking = |what: &str| wrong(1, format!("the front matter lacks `{what}:`"));
    let front = Front {
        name: name.ok_or_else(|| lacking("name"))?,
        version: version.ok_or_else(|| lacking("version"))?,
        inputs: inputs.ok_or_else(|| lacking("inputs"))?,
        body_line: line + 2,
    };
    Ok((front, head.1))
}

/// Parses a list of names such as `[ad, claims]`.
fn list(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    if inner.is_empty() {
        return Some(Vec::new());
    }
    let names = inner.split(',').map(str::trim);
    names.map(|name| is_name(name).then(|| name.to_owned())).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}
