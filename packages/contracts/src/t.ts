/**
 * Marks a text that people read, so that `npm run words` finds it: the web app has it in the language of its page. Here it
 * is English.
 */
export const t = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  texts.map((text, index) => `${text}${values[index] ?? ''}`).join('');
