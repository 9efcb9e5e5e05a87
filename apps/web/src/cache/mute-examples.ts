import { mutedBy, mutedKey, type MutedWord } from '@social-feed/contracts/words';

const EXAMPLES = 3;
/** A letter that makes another word, in scripts where one is sure to. */
const LONGER: readonly (readonly [word: RegExp, ending: string])[] = [
  [/[\p{Script=Latin}\d]$/u, 's'],
  [/\p{Script=Cyrillic}$/u, 'а'],
  [/\p{Script=Greek}$/u, 'ς'],
];

/** Writings that a word might match, the telling ones first. */
function writingsOf(word: string): string[] {
  const bare = word.replace(/^[#＃﹟]+/u, '');
  const longer = LONGER.find(([end]) => end.test(word));
  return [
    word.toUpperCase(),
    word.normalize('NFD').replace(/\p{Mn}/gu, ''),
    word.toLowerCase(),
    bare,
    /[\p{L}\p{N}\p{M}]+/u.exec(bare)?.[0] ?? '',
    bare.replace(/(?<=\p{L})['’](?=\p{L})/gu, ''),
    longer ? word + longer[1] : '',
    /^\p{Emoji_Modifier_Base}$/u.test(word) ? `${word}🏽` : '',
    `${word}!`,
    `(${word})`,
  ];
}

const listOf = (texts: readonly string[], last: string): string =>
  texts
    .map((text, index) => {
      const before = index === 0 ? '' : index === texts.length - 1 ? ` ${last} ` : ', ';
      return `${before}“\u2068${text}\u2069”`;
    })
    .join('');

/** Says by examples what a muted word matches and what not; empty for what cannot be muted. */
export function muteExamples(given: MutedWord): string {
  if (mutedKey(given) === '') return '';
  const word = given.word.trim();
  const isHidden = mutedBy([given]);
  const has = (title: string) => isHidden({ title, description: '', tags: [] });
  const others = [...new Set(writingsOf(word))].filter((text) => text !== '' && text !== word);
  const [found, missed] = [others.filter(has), others.filter((text) => !has(text))];
  const hidden = (found.length > 0 ? found : [word]).slice(0, missed.length > 0 ? 2 : EXAMPLES);
  const shown = missed.slice(0, EXAMPLES - hidden.length);
  return `Hides ${listOf(hidden, 'and')}${shown.length > 0 ? `, not ${listOf(shown, 'or')}` : ''}`;
}
