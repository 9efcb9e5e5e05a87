const EXTENDED = ['latin-ext', 'U+0100-02BA'] as const;

/** By language, the file of the serif typeface that it needs besides `latin`, and that file's letters as a `unicode-range`. */
export const MORE_LETTERS: Readonly<
  Record<string, readonly [file: 'latin-ext' | 'cyrillic', letters: string]>
> = { pl: EXTENDED, tr: EXTENDED, uk: ['cyrillic', 'U+0301,U+0400-045F,U+0490-0491,U+2116'] };
