/** A language of the build besides English. */
export interface PageLanguage {
  code: string;
  /** Where its scripts are, before `/assets/`. */
  at: string;
  dir?: 'rtl';
}

/**
 * The built page, or one that the API made of it, for a language: its scripts have the same names in the language's
 * folder. public/theme.js reads the folder.
 */
export const inLanguage = (page: string, { code, at, dir }: PageLanguage): string =>
  at === ''
    ? page
    : page
        .replace('<html lang="en"', `<html lang="${code}"${dir ? ` dir="${dir}"` : ''} data-words="${at}"`)
        .replaceAll(
          /(<(?:script|link rel="modulepreload")[^>]*(?:src|href)=")(?=\/assets\/[^"]*\.js")/g,
          `$1${at}`,
        );
