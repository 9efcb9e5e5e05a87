/**
 * A text with compatible forms and letter case made one: NFKC and full case folding. Upper case comes between two lower
 * cases because it alone unites `ß` with `ss` and the dotless `ı` with `i`. The dot of `İ` and the final `ς` go as well, so
 * that a word has one form in every language's way to change case.
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
