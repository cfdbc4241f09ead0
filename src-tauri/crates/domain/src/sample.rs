//! Draws samples of advertisements by their text.

use sha2::{Digest, Sha256};

/// Whether a text is among the one in `one_in` that are drawn. The SHA-256 of the text decides, so that
/// nobody can influence the choice by order or time, and every desk draws the same. 0 draws none.
pub fn is_drawn(text: &str, one_in: u64) -> bool {
    if one_in == 0 {
        return false;
    }
    let digest = Sha256::digest(text.as_bytes());
    let head: [u8; 8] = std::array::from_fn(|at| digest[at]);
    u64::from_be_bytes(head).is_multiple_of(one_in)
}

#[cfg(test)]
mod tests {
    use super::is_drawn;

    #[test]
    fn about_one_in_so_many_is_drawn() {
        let texts: Vec<String> = (0..2000).map(|n| format!("광고 {n}")).collect();
        for (one_in, least, most) in [(0, 0, 0), (1, 2000, 2000), (10, 140, 260), (100, 5, 40)] {
            let drawn = texts.iter().filter(|text| is_drawn(text, one_in)).count();
            assert!((least..=most).contains(&drawn), "{drawn} of 2000 at one in {one_in}");
        }
    }
}
