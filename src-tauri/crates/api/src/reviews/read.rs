//! Reads the advertisements of an uploaded file, and checks every advertisement before it becomes a case.

use std::fmt::Display;

use simui_domain::{Ad, is_hidden};

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::{ReadAds, ReadAdsRequest, ReadError};

/// Longest advertisement in bytes. A book has about one megabyte.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Reads `.jsonl` (one advertisement per line), or any other file as the text of one advertisement.
pub fn read_ads(request: &ReadAdsRequest) -> ReadAds {
    let text = request.text.trim_start_matches('\u{feff}');
    let mut read = ReadAds { ads: Vec::new(), errors: Vec::new() };
    if !request.name.to_lowercase().ends_with(".jsonl") {
        let ad = Ad { text: text.trim_end().to_owned(), ..Ad::default() };
        match check_ad(&ad) {
            Ok(()) => read.ads.push(ad),
            Err(error) => read.errors.push(read_error(1, &error)),
        }
        return read;
    }
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let parsed = serde_json::from_str::<Ad>(text).map_err(|error| {
            let place: [(_, &dyn Display); 2] = [("path", &request.name), ("line", &line)];
            ApiError::invalid(ErrorCode::LineMalformed, &place, error.to_string())
        });
        match parsed.and_then(|ad| check_ad(&ad).map(|()| ad)) {
            Ok(ad) => read.ads.push(ad),
            Err(error) => read.errors.push(read_error(line, &error)),
        }
    }
    read
}

fn read_error(line: u32, error: &ApiError) -> ReadError {
    ReadError { line, message: error.to_string(), fault: error.body() }
}

/// An error when there is no visible text to review, or too much.
pub fn check_ad(ad: &Ad) -> Result<(), ApiError> {
    if !ad.text.chars().any(is_visible) {
        return Err(ApiError::invalid(
            ErrorCode::AdEmpty,
            &[],
            "the advertisement is empty; give its wording in \"text\"".to_owned(),
        ));
    }
    if ad.text.len() > MAX_BYTES {
        return Err(ApiError::invalid(
            ErrorCode::AdTooLong,
            &[("limit", &MAX_BYTES)],
            format!(
                "the advertisement has {} bytes, at most {MAX_BYTES} are reviewed; split it",
                ad.text.len()
            ),
        ));
    }
    Ok(())
}

/// Zero-width and control characters are invisible.
fn is_visible(c: char) -> bool {
    !(c.is_whitespace() || is_hidden(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, ads: usize, error_lines: &[u32]) {
        let request = ReadAdsRequest { name: name.into(), text: text.into() };
        let read = read_ads(&request);
        let lines: Vec<u32> = read.errors.iter().map(|error| error.line).collect();
        assert_eq!((read.ads.len(), lines.as_slice()), (ads, error_lines), "{name} {text:?}");
    }

    #[test]
    fn files_are_read_line_by_line_or_whole() {
        check("a.txt", "국내 유일\n두 번째 줄", 1, &[]);
        check("a.md", "", 0, &[1]);
        check("a.txt", " \u{200b}\n", 0, &[1]);
        check("a.jsonl", "{\"text\":\"가\"}\n\n{\"text\":\"나\"}", 2, &[]);
        check("A.JSONL", "\u{feff}{\"text\":\"가\"}\n{oops\n{\"text\":\"\"}\n[]", 1, &[2, 3, 4]);
        check("a.jsonl", "", 0, &[]);
    }
}
