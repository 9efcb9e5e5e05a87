import { updateTerms } from './0001-search-terms.js';
import type { Migration } from './migration.js';

/** The symbols of keyboards, as expressions. */
const SYMBOLS = ['\\$', '\\+', '\\^', '\\|', ...Array.from('<=>`~¢£¥€₩₪₫₱₴₹₺₽₿±×÷¬→←↑↓↔⇒≈≠≤≥∞√∑')];
const TEXTS = ['title', 'description', 'location', 'tags', 'fullName'];

/** Recomputes the search terms of texts with symbols, which are found in brackets and quotes too. */
export const symbolsMigration: Migration = {
  name: '0014-symbols',
  up: (db, signal) =>
    updateTerms(db, signal, {
      $or: TEXTS.flatMap((field) => SYMBOLS.map((symbol) => ({ [field]: { $regex: symbol } }))),
    }),
};
