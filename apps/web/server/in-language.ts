import { PAGE_TEXTS, type PageTexts } from './page-texts.ts';

/** A language of the build besides English. */
export interface PageLanguage {
  code: string;
  /** Where its scripts are, before `/assets/`. */
  at: string;
  dir?: 'rtl';
  texts?: PageTexts;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The general description, with the name that it has; the API escapes more than the build. */
const DESCRIPTION = new RegExp(
  `content="${PAGE_TEXTS.description
    .split('{name}')
    .map((part) => part.replaceAll('.', String.raw`\.`).replaceAll("'", "(?:'|&#39;)"))
    .join('([^"<]*)')}"`,
  'g',
);

/** Where the manifest of a page in this language is. Browsers ask for it without cookies. */
export const manifestIn = (code: string): string => `/manifest.webmanifest?language=${code}`;

/**
 * The built page, or one that the API made of it, for a language: its scripts have the same names in the language's
 * folder. public/theme.js reads the folder.
 */
export const inLanguage = (page: string, { code, at, dir, texts = PAGE_TEXTS }: PageLanguage): string =>
  at === ''
    ? page
    : page
        .replace('<html lang="en"', `<html lang="${code}"${dir ? ` dir="${dir}"` : ''} data-words="${at}"`)
        .replaceAll(
          /(<(?:script|link rel="modulepreload")[^>]*(?:src|href)=")(?=\/assets\/[^"]*\.js")/g,
          `$1${at}`,
        )
        .replace('href="/manifest.webmanifest"', `href="${manifestIn(code)}"`)
        .replaceAll(
          DESCRIPTION,
          (_all, name: string) => `content="${escaped(texts.description).replaceAll('{name}', () => name)}"`,
        );

interface Manifest {
  description?: string;
  shortcuts?: { name: string; url: string }[];
}

/** The manifest of the build or the API for a language. What the host wrote stays, in the direction of its letters. */
export const manifestInLanguage = (
  manifest: string,
  { code, at, dir = 'ltr', texts = PAGE_TEXTS }: Omit<PageLanguage, 'dir'> & { dir?: 'ltr' | 'rtl' },
): string => {
  if (at === '') return manifest;
  const { description, shortcuts, ...rest } = JSON.parse(manifest) as Manifest;
  const ours = description === PAGE_TEXTS.about;
  const names = new Map([
    [PAGE_TEXTS.create, texts.create],
    [PAGE_TEXTS.search, texts.search],
  ]);
  return JSON.stringify({
    ...rest,
    description: ours ? texts.about : description,
    ...(ours && { lang: code }),
    dir: ours ? dir : 'auto',
    shortcuts: shortcuts?.map((each) => ({ ...each, name: names.get(each.name) ?? each.name })),
  });
};
