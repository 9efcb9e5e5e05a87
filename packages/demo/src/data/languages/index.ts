import type { Language } from '../types.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { hi } from './hi.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import type { Phrasebook } from './phrasebook.js';
import { pt } from './pt.js';
import { ru } from './ru.js';
import { zh } from './zh.js';

/** The material of every language but English. */
export const phrasebooks: Readonly<Record<Exclude<Language, 'en'>, Phrasebook>> = {
  ar,
  de,
  es,
  fr,
  hi,
  ja,
  ko,
  pt,
  ru,
  zh,
};
