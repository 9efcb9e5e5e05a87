/** A word with the signs around it. */
interface Signed {
  text: string;
  lead: string;
  tail: string;
}

/** Words that lose their vowel before another word, in French, Italian and Catalan. */
const ELIDED = new Set(
  [
    'l d j n s m t c qu jusqu lorsqu puisqu quoiqu',
    'un gl all dall dell nell sull coll quest quell bell sant dov com anch tutt senz',
  ].flatMap((line) => line.split(' ')),
);
/** Minimum letters of a word from which such a word is cut off: `ai` is no word in `j'ai`. */
const ELIDED_FROM = 3;
/** Case endings of Turkish names. No English contraction is one. */
const TURKISH =
  /^(?:y?[aeıiuü]|n?[ae]|n?[dt][ae](?:n|ki)?|n?[ıiuü]n|l[ae]r(?:[ıi]n?)?|l[ıiuü]|y?l[ae]|s[ıiuü](?:n[ae]?)?)$/u;
const TURKISH_FROM = 3;

/** Korean particles after a syllable with a final consonant, without one, and after any. */
const PARTICLES = [
  '은 이 을 과 으로 으로는 으로도 으로서 으로써 이나 이란 이라 이라고 이라는 이라도 이랑 이든 이며 이고 이다 이었다 이에요 이야 아',
  '는 가 를 와 로 로는 로도 로서 로써 나 란 라 라고 라는 라도 랑 든 며 고 다 였다 예요 야',
  '의 에 에는 에도 에서 에서는 에서도 에게 에게서 께 께서 한테 한테서 도 만 만은 만이 만을 부터 까지 까지는 까지도 보다 처럼 같이 마다 조차 마저 밖에 뿐 대로 하고 인 일 입니다 입니까 인데 들 들은 들이 들을 들의 들도 들에게',
].map((line) => new Set(line.split(' ')));
const PARTICLE_MAX = 4;
const PARTICLE_FROM = 2;
const HANGUL = /^\p{Script=Hangul}$/u;
const [FIRST_SYLLABLE, LAST_SYLLABLE, FINALS, FINAL_RIEUL] = [0xac00, 0xd7a3, 28, 8];

function canHaveParticle(word: string, particle: string): boolean {
  const [consonant, vowel, any] = PARTICLES;
  const code = word.charCodeAt(word.length - 1);
  const isSyllable = code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE;
  // how a Latin word or a number ends in speech is unknown
  const final = isSyllable ? (code - FIRST_SYLLABLE) % FINALS : undefined;
  if (any?.has(particle)) return true;
  if (final !== 0 && consonant?.has(particle)) return true;
  return vowel?.has(particle) === true && (!final || (final === FINAL_RIEUL && particle.startsWith('로')));
}

function withoutParticles(word: string): string[] {
  if (!HANGUL.test(word.slice(-1))) return [];
  const letters = Array.from(word);
  const heads: string[] = [];
  for (let length = 1; length <= PARTICLE_MAX && letters.length - length >= PARTICLE_FROM; length += 1) {
    const head = letters.slice(0, -length).join('');
    if (canHaveParticle(head, letters.slice(-length).join(''))) heads.push(head);
  }
  return heads;
}

function withoutElisions(word: string): string[] {
  const [first, last] = [word.indexOf("'"), word.lastIndexOf("'")];
  if (first < 0) return [];
  const found: string[] = [];
  const isElided = ELIDED.has(word.slice(0, first).toLowerCase());
  const rest = word.slice(first + 1);
  if (isElided && Array.from(rest).length >= ELIDED_FROM) found.push(rest);
  const [head, ending] = [word.slice(0, last), word.slice(last + 1).toLowerCase()];
  if (ending === 's' || (!isElided && Array.from(head).length >= TURKISH_FROM && TURKISH.test(ending)))
    found.push(head);
  return found;
}

const LETTER = /^\p{L}\p{M}*$/u;
/** Whether the dot before a word makes it another name: `.NET`. */
const isNamedByDot = ({ text, lead }: Signed): boolean => lead !== '' && text.toLowerCase() === 'net';

/** Returns a word with its signs as people write it, without a dot that is only punctuation. */
export const asWritten = (word: Signed): string =>
  (isNamedByDot(word) ? word.lead : '') + word.text + word.tail;

/**
 * Returns what a written word may mean: itself; without its signs, which are mostly punctuation (`.word`, `word+`);
 * without an article, a possessive ending or a particle (`l'école`, `Anna's`, `Ankara'da`, `선거가`).
 */
export function standaloneForms(word: Signed): string[] {
  const { text, lead, tail } = word;
  const whole = lead + text + tail;
  // one letter with signs is another name: `C++`, `C#`
  if (tail !== '' && LETTER.test(text)) return [whole, text + tail];
  if (isNamedByDot(word)) return [whole, lead + text];
  const bodies = [text, ...withoutElisions(text), ...withoutParticles(text)];
  return [...new Set([whole, lead + text, text + tail, ...bodies, ...bodies.map((body) => body + tail)])];
}
