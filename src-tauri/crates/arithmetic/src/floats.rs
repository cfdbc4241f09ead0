//! Vector arithmetic in loops that the compiler turns into vector instructions.

/// Returns the inner product. Eight partial sums are added in a fixed order, so that results repeat exactly.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (a, a_rest) = a.as_chunks::<8>();
    let (b, b_rest) = b.as_chunks::<8>();
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// Adds in place: `sum += factor * values`.
pub fn add(sum: &mut [f32], factor: f32, values: &[f32]) {
    for (sum, &value) in sum.iter_mut().zip(values) {
        *sum += factor * value;
    }
}

/// Normalises a vector to length one, unless it is zero; returns its former length.
pub fn normalise(values: &mut [f32]) -> f32 {
    let length = dot(values, values).sqrt();
    if length > 0.0 && length.is_finite() {
        values.iter_mut().for_each(|value| *value /= length);
    } else {
        values.fill(0.0);
    }
    length
}

/// Appends the values as integers in -127..=127 (symmetric, scaled by the largest); returns the scale that
/// restores them.
pub fn quantise(values: &[f32], codes: &mut Vec<i8>) -> f32 {
    let largest = values.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    if largest == 0.0 || !largest.is_finite() {
        codes.extend(values.iter().map(|_| 0_i8));
        return 0.0;
    }
    let scale = largest / 127.0;
    // The scale keeps values within -127..=127. Rounds half away from zero like `round`, which would be a
    // function call.
    codes.extend(values.iter().map(|value| {
        let value = value / scale;
        (value + 0.5_f32.copysign(value)) as i8
    }));
    scale
}
