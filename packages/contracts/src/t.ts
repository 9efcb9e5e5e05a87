/**
 * Marks a text that people read, so that `npm run words` finds it: the web app has it in the language of its page. Here it
 * is English.
 * @param texts an object gives translators a comment, or a context: English has one text for several meanings
 */
export const t = (
  texts: TemplateStringsArray | { message: string; context?: string; comment?: string },
  ...values: readonly (string | number)[]
): string =>
  'message' in texts ? texts.message : texts.map((text, index) => `${text}${values[index] ?? ''}`).join('');
