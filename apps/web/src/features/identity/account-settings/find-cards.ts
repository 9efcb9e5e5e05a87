import { LANGUAGES } from '../../../lib/words/choose';
import { CARDS, cardOf, pageOf, type CardId, type PageId } from './settings-list';

/** Lower case, without accents, and with one kind of apostrophe and hyphen. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').replace(/[-‐]/g, '').toLowerCase();

/** The cards that have every word of the term in their title, page or words; those with it in the title first. */
export const findCards = (term: string, pages: readonly PageId[]): CardId[] => {
  const wanted = plain(term).split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => wanted.every((word) => plain(text).includes(word));
  const found = (Object.keys(CARDS) as CardId[]).filter((id) => {
    const { title, text, words, page } = cardOf(id);
    if (id === 'language' && LANGUAGES.length === 1) return false;
    return pages.includes(page) && has(`${title} ${pageOf(page).title} ${text} ${words}`);
  });
  return found.toSorted((a, b) => Number(has(cardOf(b).title)) - Number(has(cardOf(a).title)));
};
