/**
 * Removes differences of compatible forms and letter case: NFKC and full case folding. Converts to upper case
 * between two conversions to lower case, since only that maps `ß` to `ss` and the dotless `ı` to `i`. Also
 * normalises the dot of `İ` and the final `ς`, so that a word has one form under every language's case rules.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replace(/i\u0307+/gu, 'i');
