//! Checks whether a number follows the previous one.

/// A number with its 가지번호: `4의2` is `(4, 2)`.
pub(crate) type Numbered = (u32, u32);

/// Whether `next` may follow `last`: 제1호 may be followed by 제2호 and 제1호의2, and 제1호의2 by 제1호의3 and 제2호. `(0,
/// 0)` means that there is no previous number.
pub(crate) fn follows(last: Numbered, next: Numbered) -> bool {
    let new_number = next.0 == last.0 + 1 && next.1 == 0;
    let new_branch = next.0 == last.0 && next.1 == last.1.max(1) + 1;
    new_number || (new_branch && last.0 > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_stand_between_numbers() {
        let check = |last, next, expected| {
            assert_eq!(follows(last, next), expected, "{last:?} -> {next:?}");
        };
        check((0, 0), (1, 0), true);
        check((0, 0), (2, 0), false);
        check((0, 0), (0, 2), false);
        check((1, 0), (2, 0), true);
        check((1, 0), (1, 2), true);
        check((1, 2), (1, 3), true);
        check((1, 3), (2, 0), true);
        check((1, 0), (1, 3), false);
        check((1, 0), (1, 0), false);
        check((1, 0), (3, 0), false);
        check((1, 0), (2, 2), false);
    }
}
