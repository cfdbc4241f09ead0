//! Random numbers that depend only on the seed, on every machine (SplitMix64, Steele, Lea and Flood 2014).

pub struct Random(u64);

impl Random {
    /// A separate sequence for each case of a run, so that cases do not depend on the numbers drawn by
    /// earlier ones.
    pub fn new(seed: u64, case: u64) -> Self {
        let mut random = Self(seed);
        let start = random.next() ^ case.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        Self(start)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        it ^ (it >> 31)
    }

    /// A number from 0 up to but not including `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or_default()
    }

    /// True once in the given number of times on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }
}
