//! Reads rows of the CSV tables of tests.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

/// Returns the fields of a line. A comma within quotes does not separate.
pub fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.trim_end().chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    fields
}

/// Returns the rows of a table below its head, each with `N` fields.
pub fn rows<const N: usize>(text: &str) -> Vec<[String; N]> {
    let lines =
        text.trim_start_matches('\u{FEFF}').lines().skip(1).filter(|it| !it.trim().is_empty());
    lines
        .map(|line| {
            let mut all = fields(line).into_iter().map(|it| it.trim().to_owned());
            std::array::from_fn(|_| all.next().unwrap_or_default())
        })
        .collect()
}
