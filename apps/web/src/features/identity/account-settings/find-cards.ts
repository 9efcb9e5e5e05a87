import { foldName } from '@social-feed/contracts/fold-text';
import { LANGUAGES } from '../../../lib/words/choose';
import { CARDS, cardOf, pageOf, type CardId, type PageId } from './settings-list';

/** As search folds names, and without vowel signs, apostrophes and hyphens. */
const plain = (text: string): string =>
  foldName(text)
    .normalize('NFD')
    .replace(/[\p{M}'‐-]/gu, '');

/** The languages by their own names: a user may not read that of the page. */
const NAMES = LANGUAGES.map(([, name]) => name).join(' ');

/** The cards that have every word of the term in their title, page or words; those with it in the title first. */
export const findCards = (term: string, pages: readonly PageId[]): CardId[] => {
  const wanted = plain(term).split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => wanted.every((word) => plain(text).includes(word));
  const found = (Object.keys(CARDS) as CardId[]).filter((id) => {
    const { title, text, words, page } = cardOf(id);
    if (id === 'language' && LANGUAGES.length === 1) return false;
    const names = id === 'language' ? NAMES : '';
    return pages.includes(page) && has(`${title} ${pageOf(page).title} ${text} ${words} ${names}`);
  });
  return found.toSorted((a, b) => Number(has(cardOf(b).title)) - Number(has(cardOf(a).title)));
};
