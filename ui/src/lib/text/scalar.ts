/**
 * Text offsets from the desk count Unicode scalar values, end-exclusive; JavaScript strings count
 * UTF-16 units. Everything that uses such an offset goes through here.
 */
export class ScalarText {
  /** UTF-16 index of each scalar value, only kept when the two counts differ. */
  private readonly units: Uint32Array | null;
  readonly length: number;

  constructor(readonly text: string) {
    this.units = /[\ud800-\udfff]/.test(text) ? unitIndex(text) : null;
    this.length = this.units ? this.units.length - 1 : text.length;
  }

  /** The scalar values `start..end`, clamped to the text. */
  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }

  /** The UTF-16 index of a scalar offset. */
  unit(scalar: number): number {
    const at = Math.min(Math.max(0, scalar), this.length);
    return this.units ? (this.units[at] ?? this.text.length) : at;
  }
}

function unitIndex(text: string): Uint32Array {
  const starts: number[] = [];
  let at = 0;
  for (const scalar of text) {
    starts.push(at);
    at += scalar.length;
  }
  starts.push(at);
  return Uint32Array.from(starts);
}
