import { SEARCHED, updateTerms } from './0001-search-terms.js';
import type { Migration } from './migration.js';
import { matching } from './update-each.js';

/** The symbols of keyboards, as expressions. */
const SYMBOLS = ['\\$', '\\+', '\\^', '\\|', ...Array.from('<=>`~¢£¥€₩₪₫₱₴₹₺₽₿±×÷¬→←↑↓↔⇒≈≠≤≥∞√∑')];

/** Recomputes the search terms of texts with symbols, which are found in brackets and quotes too. */
export const symbolsMigration: Migration = {
  name: '0014-symbols',
  up: (db, signal) => updateTerms(db, signal, matching(SEARCHED, SYMBOLS)),
};
