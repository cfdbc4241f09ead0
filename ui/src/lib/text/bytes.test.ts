import { describe, expect, it } from 'vitest';
import { decodeText, fromBase64, toBase64 } from './bytes';

describe('bytes', () => {
  it.each([0, 1, 2, 3, 0x8000 - 1, 0x8000, 0x8001, 100_000])('%i bytes come back', (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(Buffer.compare(fromBase64(toBase64(bytes)), bytes)).toBe(0);
  });

  it('reads UTF-8, and CP949 where it is not', () => {
    expect(decodeText(new TextEncoder().encode('광고 문구'))).toBe('광고 문구');
    expect(decodeText(Uint8Array.from([0xb1, 0xa4, 0xb0, 0xed]))).toBe('광고');
    expect(decodeText(new TextEncoder().encode('\ufeff앞의 표시는 뺀다'))).toBe('앞의 표시는 뺀다');
  });
});
