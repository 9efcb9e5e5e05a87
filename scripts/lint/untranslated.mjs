/** Parts of the web app whose texts are not converted yet; a line goes with the last bare text of its folder. */
export const UNTRANSLATED = [
  'app/*.tsx',
  'app/drawn',
  'app/offline',
  'app/prefetch.ts',
  'lib/*.ts',
  'main.tsx',
].map((path) => `apps/web/src/${path}${/\.tsx?$/.test(path) ? '' : '/**'}`);
