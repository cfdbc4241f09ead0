//! Limits on the unpacked size of a workbook, checked before the workbook's own counts are used.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::reading::Finding;
use crate::text::shortened;

/// Maximum unpacked size of all parts together, in bytes.
const LARGEST: u64 = 256 << 20;
/// Maximum number of parts.
const MOST_PARTS: usize = 10_000;

/// # Errors
/// Returns a finding when the workbook is damaged, is a zip bomb, or declares more texts than it can contain.
pub(super) fn check(bytes: &[u8]) -> Result<(), Finding> {
    let broken = |error: String| {
        let error = shortened(error);
        Finding::whole_file(format!(
            "엑셀 파일이 깨졌습니다({error}). 엑셀에서 다시 저장하여 가져오십시오."
        ))
    };
    let mut archive =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(error.to_string()))?;
    if archive.len() > MOST_PARTS {
        return Err(broken(format!("부분이 {}개", archive.len())));
    }
    let mut left = LARGEST;
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(|error| broken(error.to_string()))?;
        let name = String::from_utf8_lossy(part.name_raw()).into_owned();
        let mut unpacked = Vec::new();
        part.by_ref()
            .take(left + 1)
            .read_to_end(&mut unpacked)
            .map_err(|error| broken(error.to_string()))?;
        left = left.checked_sub(unpacked.len() as u64).ok_or_else(|| {
            Finding::whole_file(format!(
                "풀면 너무 큰 엑셀 파일입니다({} MiB까지). 시트를 나누어 가져오십시오.",
                LARGEST >> 20
            ))
        })?;
        let is_xml = name.ends_with(".xml") || name.ends_with(".rels");
        if is_xml && (unpacked.contains(&0) || overcounts(&unpacked)) {
            return Err(broken(format!("{name}의 내용이 이상합니다")));
        }
    }
    Ok(())
}

/// Whether a part declares more texts than it has bytes. The library would allocate memory for all of them at
/// once.
fn overcounts(part: &[u8]) -> bool {
    const COUNT: &[u8] = b"uniqueCount";
    let counts = part.windows(COUNT.len()).enumerate().filter(|(_, window)| *window == COUNT);
    counts.into_iter().any(|(at, _)| {
        let digits = part.iter().skip(at + COUNT.len()).skip_while(|byte| !byte.is_ascii_digit());
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).take(20);
        let count = digits.fold(0_u64, |sum, digit| {
            sum.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
        });
        count > part.len() as u64
    })
}
