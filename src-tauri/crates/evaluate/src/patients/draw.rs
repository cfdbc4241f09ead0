/// Pseudorandom numbers, the same for the same seed: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014).
#[derive(Debug, Clone)]
pub struct Draw(u64);

impl Draw {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a generator for part `number`, whose draws do not depend on how many were made before.
    pub fn part(&self, number: u64) -> Self {
        Self(self.0 ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        let span = u64::from(high.saturating_sub(low)) + 1;
        low + u32::try_from(self.next() % span).unwrap_or(0)
    }

    /// Returns `true` with this probability, `0.0..=1.0`.
    pub fn happens(&mut self, probability: f64) -> bool {
        f64::from(self.between(0, 999_999)) < probability * 1_000_000.0
    }

    /// Returns one element; `None` for an empty slice.
    pub fn one<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let last = u32::try_from(items.len().checked_sub(1)?).unwrap_or(u32::MAX);
        items.get(self.between(0, last) as usize)
    }
}
