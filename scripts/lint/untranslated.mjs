/** Files of the web app whose sentences nobody reads: errors of programs, selectors, names of fonts and of the product. */
export const UNTRANSLATED = [
  'app/drawn/draw-page.tsx',
  'app/prefetch.ts',
  'lib/copy-text.ts',
  'lib/instance-store.ts',
  'lib/press.ts',
  'lib/serif.ts',
  'main.tsx',
].map((path) => `apps/web/src/${path}`);
