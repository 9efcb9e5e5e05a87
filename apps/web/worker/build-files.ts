/** A file of the build; those without a hash in their name have a revision. */
export interface BuildFile {
  url: string;
  revision: string | null;
}

/**
 * The files that are kept for a language: its scripts, and the page, which the server sends in it. Another language has
 * another page, so that none is kept whose scripts are gone.
 * @param language where its scripts are, before `/assets/`; empty for English
 */
export const filesIn = (language: string, files: readonly BuildFile[]): BuildFile[] =>
  files.map(({ url, revision }) => ({
    url: url.startsWith('/assets/') && url.endsWith('.js') ? language + url : url,
    revision: url === '/' && revision !== null ? revision + language : revision,
  }));
