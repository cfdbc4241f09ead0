/** Particles by their form after a final consonant, with the form after a vowel. */
const PARTICLES = {
  이: '가',
  은: '는',
  을: '를',
  과: '와',
  으로: '로',
  이라는: '라는',
} as const;

export type Particle = keyof typeof PARTICLES;

/** Last letters that are read aloud with a final consonant: 영, 삼, 육, 엠, 엔; and those that end in ㄹ: 일, 칠, 팔, 엘, 알. */
const CLOSED = '036mn';
const RIEUL = '178lr';

export function isParticle(name: string): name is Particle {
  return Object.hasOwn(PARTICLES, name);
}

/** The form of a particle that follows a word: `이` gives 이 or 가. Brackets and quotes behind the word are silent. */
export function following(word: string, particle: Particle): string {
  const ending = finalSound(word);
  // 로 also follows ㄹ: 서울로, 3월로.
  const open = ending === 'none' || (ending === 'rieul' && particle === '으로');
  return open ? PARTICLES[particle] : particle;
}

function finalSound(word: string): 'none' | 'rieul' | 'other' {
  const last = word.normalize('NFC').match(/[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u)?.[0] ?? '';
  const at = last.charCodeAt(0) - 0xac00;
  if (at >= 0 && at < 11_172) return at % 28 === 0 ? 'none' : at % 28 === 8 ? 'rieul' : 'other';
  const letter = last.toLowerCase();
  if (letter !== '' && RIEUL.includes(letter)) return 'rieul';
  return letter !== '' && CLOSED.includes(letter) ? 'other' : 'none';
}
