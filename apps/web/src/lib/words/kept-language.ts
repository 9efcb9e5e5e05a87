const YEAR_SECONDS = 31_536_000;

/** Lets the next page be in a language. The web server reads the cookie (server/languages.ts). */
export const keepLanguage = (code: string): void => {
  document.cookie = `sf_language=${code}; Max-Age=${YEAR_SECONDS}; SameSite=Lax; Path=/`;
};
