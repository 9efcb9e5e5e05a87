import { say } from './say';
import type { Text } from './text';

/** What the API says, with its text in the language of the page; none in English. The build writes it. */
declare const __ANSWERS__: readonly (readonly [english: string, text: Text])[];

interface Pattern {
  pattern: RegExp;
  names: readonly string[];
  text: Text;
}

/**
 * Returns how to translate messages by their English, which names values in braces.
 * @param answers the more specific of two that fit comes first
 */
export const translatorOf = (answers: typeof __ANSWERS__) => {
  const whole = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [english, text] of answers) {
    const parts = english.split(/\{(\w+)\}/);
    const names = parts.filter((_part, index) => index % 2 === 1);
    if (names.length === 0) whole.set(english, say(text, {}));
    else {
      const source = parts.map((part, index) =>
        index % 2 ? '(.+)' : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
      );
      patterns.push({ pattern: new RegExp(`^${source.join('')}$`, 'su'), names, text });
    }
  }
  return (message: string): string => {
    const known = whole.get(message);
    if (known !== undefined) return known;
    for (const { pattern, names, text } of patterns) {
      const found = pattern.exec(message);
      // a value can be the name of a field
      if (found)
        return say(
          text,
          Object.fromEntries(
            names.map((name, at) => [name, whole.get(found[at + 1] ?? '') ?? found[at + 1]]),
          ),
        );
    }
    return message;
  };
};

export const inLanguage = translatorOf(__ANSWERS__);
