/** The language of this page's texts; the build writes it. Choosing another one loads the page again. */
export const LANGUAGE: string = __LANGUAGE__;
