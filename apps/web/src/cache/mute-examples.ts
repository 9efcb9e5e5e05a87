import { t } from '@lingui/core/macro';
import { allOf, anyOf } from '../lib/words/list';
import { quoted } from '../lib/words/quoted';
import { withoutSign } from '@social-feed/contracts/hashtags';
import { mutedIn, mutedKey, type MutedWord } from '@social-feed/contracts/words';

const EXAMPLES = 3;
/** A letter that makes another word, in scripts where one is sure to. */
const LONGER: readonly (readonly [word: RegExp, ending: string])[] = [
  [/[\p{Script=Latin}\d]$/u, 's'],
  [/\p{Script=Cyrillic}$/u, 'а'],
  [/\p{Script=Greek}$/u, 'ς'],
];

/** Writings that a word might match, the telling ones first. */
function writingsOf(word: string): string[] {
  const bare = withoutSign(word);
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

/** In quotation marks, each in its own direction. */
const quotedEach = (texts: readonly string[]): string[] => texts.map((text) => quoted(`\u2068${text}\u2069`));

/** Says what matches, and what does not if something like that is known. */
type Says = (found: string, missed: string | undefined) => string;

/**
 * Says by examples what a word matches and what not; empty for what cannot be muted. Words that report also count in
 * addresses.
 */
function examplesOf(given: MutedWord, says: Says, inAddresses: boolean): string {
  if (mutedKey(given) === '') return '';
  const word = given.word.trim();
  const find = mutedIn([given], inAddresses);
  const has = (title: string) => find({ title, description: '', tags: [] }).length > 0;
  const writings = [...(inAddresses ? [`example.org/${word.toLowerCase()}`] : []), ...writingsOf(word)];
  const others = [...new Set(writings)].filter((text) => text !== '' && text !== word);
  const [found, missed] = [others.filter(has), others.filter((text) => !has(text))];
  const hidden = (found.length > 0 ? found : [word]).slice(0, missed.length > 0 ? 2 : EXAMPLES);
  const shown = missed.slice(0, EXAMPLES - hidden.length);
  return says(allOf(quotedEach(hidden)), shown.length > 0 ? anyOf(quotedEach(shown)) : undefined);
}

/** Says by examples what a muted word hides. */
export const muteExamples = (given: MutedWord): string =>
  examplesOf(
    given,
    (found, missed) => (missed === undefined ? t`Hides ${found}` : t`Hides ${found}, not ${missed}`),
    false,
  );

/** Says by examples what the last of the words that report matches. */
export const reportExamples = (words: readonly string[]): string =>
  examplesOf(
    { word: words.at(-1) ?? '' },
    (found, missed) =>
      missed === undefined ? t`The last one finds ${found}` : t`The last one finds ${found}, not ${missed}`,
    true,
  );
