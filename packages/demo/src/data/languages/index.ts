import type { Language } from '../types.js';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };
import type { Phrasebook } from './phrasebook.js';

/** The texts of every language except English. */
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
