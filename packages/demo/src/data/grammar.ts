import type { Random } from './random.js';

/** Lists of fillings by slot name. */
export type Slots = Readonly<Record<string, readonly string[]>>;

/**
 * Fills a hand-written pattern: `{name}` is a filling of that slot, `[a|b]` one of the alternatives (which may
 * contain slots), `{3-9}` a whole number. If a slot occurs twice, it gets two different fillings if the list has
 * enough.
 * @throws Error on an undefined slot, so that a misspelt pattern fails the tests.
 */
export function fill(pattern: string, random: Random, ...lists: readonly Slots[]): string {
  const used = new Set<string>();
  const chosen = pattern.replace(/\[([^[\]]*)\]/g, (_, body: string) => random.pick(body.split('|')));
  return chosen.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const range = /^(\d+)-(\d+)$/.exec(name);
    if (range) return String(random.int(Number(range[1]), Number(range[2])));
    const options = lists.find((list) => list[name])?.[name];
    if (!options) throw new Error(`Unknown slot {${name}} in "${pattern}"`);
    const fresh = options.filter((option) => !used.has(option));
    const value = random.pick(fresh.length > 0 ? fresh : options);
    used.add(value);
    // A filling may contain slots.
    return value.includes('{') ? fill(value, random, ...lists) : value;
  });
}

/** Upper-cases the first letter, even after an opening quotation mark. */
export function sentenceCase(text: string): string {
  return text.replace(/^([“"'¿¡(]*)(\p{Ll})/u, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}
