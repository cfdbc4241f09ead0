/** The particle after a word: `으로` after a final consonant other than ㄹ, else `로`. */
export function toward(word: string): '으로' | '로' {
  const last = word.normalize('NFC').at(-1) ?? '';
  const at = last.charCodeAt(0) - 0xac00;
  const isSyllable = at >= 0 && at < 11_172;
  const final = at % 28;
  return isSyllable && final !== 0 && final !== 8 ? '으로' : '로';
}
