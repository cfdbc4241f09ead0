//! Converts a JSON schema to a grammar (GBNF of llama.cpp) for models in this process.
//!
//! Every text that a grammar admits is JSON that its schema accepts. The grammar is stricter so that answers
//! end: strings and lists have a limited length, and all properties are written in the schema's order. A
//! schema with unsupported keywords is refused; the model then gets the schema in its prompt.

use serde_json::{Map, Value};

/// Longest string in characters if the schema has no limit, so that a small model that repeats itself ends.
const LONGEST_TEXT: u64 = 240;
/// Most entries of a list if the schema has no limit.
const MOST_ENTRIES: u64 = 12;
/// Widest range of integers, which is enumerated in the grammar.
const WIDEST_RANGE: i64 = 1000;

/// Supported keywords of a schema.
const KNOWN: [&str; 16] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "title",
    "description",
];

/// Rules common to all grammars. Strings have no control characters, and no `\u`, which could encode half a
/// character.
const COMMON: &str = "\
gap ::= \" \"?\n\
char ::= [^\"\\\\\\x00-\\x1F\\x7F] | \"\\\\\" [\"\\\\/bfnrt]\n\
truth ::= \"true\" | \"false\"\n\
whole ::= \"-\"? (\"0\" | [1-9] [0-9]{0,8})\n\
number ::= whole (\".\" [0-9]{1,6})?\n\
share ::= \"0\" (\".\" [0-9]{1,3})? | \"1\" (\".0\")?\n";

/// Returns the grammar of `schema`, whose first rule is `root`.
///
/// # Errors
/// The part of the schema that is not supported.
pub fn grammar(schema: &Value) -> Result<String, String> {
    let mut rules = Rules::default();
    let root = rules.value(schema)?;
    let mut text = format!("root ::= {root}\n");
    for (number, rule) in rules.0.iter().enumerate() {
        text += &format!("r{number} ::= {rule}\n");
    }
    Ok(text + COMMON)
}

/// The rules of a grammar: `r0`, `r1` and so on.
#[derive(Default)]
struct Rules(Vec<String>);

impl Rules {
    /// Adds a rule for `body` and returns its name.
    fn add(&mut self, body: String) -> String {
        self.0.push(body);
        format!("r{}", self.0.len() - 1)
    }

    /// Returns an expression for values of `schema`.
    fn value(&mut self, schema: &Value) -> Result<String, String> {
        let Some(schema) = schema.as_object() else {
            return Err("a schema is an object".to_owned());
        };
        if let Some(strange) = schema.keys().find(|key| !KNOWN.contains(&key.as_str())) {
            return Err(format!("`{strange}` is not translated"));
        }
        if let Some(only) = schema.get("const") {
            return Ok(literal(&only.to_string()));
        }
        if let Some(values) = schema.get("enum") {
            let values = values.as_array().filter(|it| !it.is_empty()).ok_or("an empty `enum`")?;
            let written: Vec<String> = values.iter().map(|it| literal(&it.to_string())).collect();
            return Ok(self.add(written.join(" | ")));
        }
        if let Some(choices) = schema.get("anyOf") {
            let choices =
                choices.as_array().filter(|it| !it.is_empty()).ok_or("an empty `anyOf`")?;
            let written: Result<Vec<String>, String> =
                choices.iter().map(|choice| self.value(choice)).collect();
            return Ok(self.add(written?.join(" | ")));
        }
        match schema.get("type") {
            Some(Value::String(name)) => self.of_type(name, schema),
            Some(Value::Array(names)) if !names.is_empty() => {
                let mut written = Vec::new();
                for name in names {
                    written.push(self.of_type(name.as_str().unwrap_or_default(), schema)?);
                }
                Ok(self.add(written.join(" | ")))
            }
            _ => Err("a schema without `type`, `enum`, `const` or `anyOf`".to_owned()),
        }
    }

    fn of_type(&mut self, name: &str, schema: &Map<String, Value>) -> Result<String, String> {
        Ok(match name {
            "null" => literal("null"),
            "boolean" => "truth".to_owned(),
            "integer" => self.integer(schema)?,
            "number" => number(schema)?.to_owned(),
            "string" => {
                let (least, most) = bounds(schema, "minLength", "maxLength", LONGEST_TEXT)?;
                self.add(format!("\"\\\"\" char{{{least},{most}}} \"\\\"\""))
            }
            "array" => self.list(schema)?,
            "object" => self.object(schema)?,
            strange => return Err(format!("the type {strange:?} is not translated")),
        })
    }

    fn integer(&mut self, schema: &Map<String, Value>) -> Result<String, String> {
        let (low, high) = (bound(schema, "minimum")?, bound(schema, "maximum")?);
        match (low, high) {
            (None, None) => Ok("whole".to_owned()),
            (Some(low), Some(high)) if low <= high && high - low <= WIDEST_RANGE => {
                let written: Vec<String> =
                    (low..=high).map(|number| literal(&number.to_string())).collect();
                Ok(self.add(written.join(" | ")))
            }
            _ => Err("a range of whole numbers that is open or too wide".to_owned()),
        }
    }

    fn list(&mut self, schema: &Map<String, Value>) -> Result<String, String> {
        let (least, most) = bounds(schema, "minItems", "maxItems", MOST_ENTRIES)?;
        let of = schema.get("items").ok_or("a list without `items`")?;
        let entry = self.value(of)?;
        let body = match (least, most) {
            (_, 0) => "\"[]\"".to_owned(),
            (0, most) => {
                format!("\"[\" ({entry} (\",\" gap {entry}){{0,{}}})? \"]\"", most - 1)
            }
            (least, most) => {
                format!("\"[\" {entry} (\",\" gap {entry}){{{},{}}} \"]\"", least - 1, most - 1)
            }
        };
        Ok(self.add(body))
    }

    fn object(&mut self, schema: &Map<String, Value>) -> Result<String, String> {
        let none = Map::new();
        let properties = match schema.get("properties") {
            None => &none,
            Some(it) => it.as_object().ok_or("`properties` that are no object")?,
        };
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !name.as_str().is_some_and(|name| properties.contains_key(name)) {
                return Err(format!("{name} is required and not described"));
            }
        }
        let mut body = vec!["\"{\"".to_owned()];
        for (number, (name, of)) in properties.iter().enumerate() {
            if number > 0 {
                body.push("\",\" gap".to_owned());
            }
            let value = self.value(of)?;
            let name = literal(&format!("{}:", Value::from(name.as_str())));
            body.push(format!("{name} gap {value}"));
        }
        body.push("\"}\"".to_owned());
        Ok(self.add(body.join(" ")))
    }
}

fn number(schema: &Map<String, Value>) -> Result<&'static str, String> {
    match (bound(schema, "minimum")?, bound(schema, "maximum")?) {
        (None, None) => Ok("number"),
        (Some(0), Some(1)) => Ok("share"),
        _ => Err("a range of numbers other than 0 to 1".to_owned()),
    }
}

/// Reads an integer bound, which may be written as `1.0`.
fn bound(schema: &Map<String, Value>, name: &str) -> Result<Option<i64>, String> {
    let Some(value) = schema.get(name) else { return Ok(None) };
    let integer = value.as_i64().or_else(|| match value.as_f64()? {
        0.0 => Some(0),
        1.0 => Some(1),
        _ => None,
    });
    integer.map(Some).ok_or_else(|| format!("`{name}` is no whole number"))
}

/// Reads a minimum and a maximum. The maximum is limited to `usual` unless the minimum is higher.
fn bounds(
    schema: &Map<String, Value>,
    least: &str,
    most: &str,
    usual: u64,
) -> Result<(u64, u64), String> {
    let read = |name: &str| match schema.get(name) {
        None => Ok(None),
        Some(value) => value.as_u64().map(Some).ok_or_else(|| format!("`{name}` is no count")),
    };
    let least_of = read(least)?.unwrap_or(0);
    let most_of = read(most)?.unwrap_or(u64::MAX);
    if most_of < least_of {
        return Err(format!("`{most}` is below `{least}`"));
    }
    Ok((least_of, most_of.min(usual.max(least_of))))
}

/// Quotes `text` as a literal of the grammar.
fn literal(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            '\n' => written += "\\n",
            c => written.push(c),
        }
    }
    written + "\""
}
