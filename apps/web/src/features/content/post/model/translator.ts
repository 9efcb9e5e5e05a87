import { t } from '@lingui/core/macro';
/** The browser's translator, which runs on the device (https://developer.mozilla.org/docs/Web/API/Translator). */
interface Translator {
  translate(text: string, options: { signal: AbortSignal }): Promise<string>;
}
interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}
interface Translators {
  availability(pair: Pair): Promise<'available' | 'downloadable' | 'downloading' | 'unavailable'>;
  create(options: Pair & { signal: AbortSignal }): Promise<Translator>;
}

const translators = (): Translators | undefined => (globalThis as { Translator?: Translators }).Translator;

const answers = new Map<string, Promise<boolean>>();

const ask = async (sourceLanguage: string, targetLanguage: string): Promise<boolean> => {
  const state = await translators()?.availability({ sourceLanguage, targetLanguage });
  return state !== undefined && state !== 'unavailable';
};

/** Whether the browser can translate between two languages, maybe after a download. Asked once for each pair. */
export const available = (from: string, to: string): Promise<boolean> => {
  const pair = `${from} ${to}`;
  const known = answers.get(pair) ?? ask(from, to).catch(() => false);
  answers.set(pair, known);
  return known;
};

/** Translates texts on the device; nothing is sent. Rejects if the browser cannot, or the signal aborts. */
export const translate = async (
  sourceLanguage: string,
  targetLanguage: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<string[]> => {
  const translator = await translators()?.create({ sourceLanguage, targetLanguage, signal });
  if (!translator) throw new Error(t`This browser has no translator`);
  const translated: string[] = [];
  for (const text of texts) translated.push(text && (await translator.translate(text, { signal })));
  return translated;
};
