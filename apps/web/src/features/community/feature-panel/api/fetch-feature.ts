import { featureBaseUrls } from '../../../../config/feature-env';
import { demoContent } from '../model/demo-content';
import { UnusableAnswer, type FeatureId, type FeatureResult, type Random } from '../model/feature-result';
import { toResult } from '../model/to-result';

/** Limits of A §9: books and products per call, milliseconds. */
const CALLS = { books: 50, products: 100, timeoutMs: 15_000 } as const;

/** Data source of each card (A §7.5). */
const ADDRESSES: Record<FeatureId, string> = {
  joke: `${featureBaseUrls.jokes}/random_joke`,
  quote: `${featureBaseUrls.quotes}/quotes/random`,
  fact: `${featureBaseUrls.facts}/api/v2/facts/random?language=en`,
  recipe: `${featureBaseUrls.meals}/api/json/v1/1/random.php`,
  book: `${featureBaseUrls.books}/subjects/fiction.json?limit=${CALLS.books}`,
  movie: `${featureBaseUrls.movies}/movies/animation`,
  travel: `${featureBaseUrls.users}/users`,
  music: `${featureBaseUrls.products}/products?limit=${CALLS.products}`,
};

/** The response as text; undefined on a timeout or an error response. */
const answerOf = async (address: string, signal: AbortSignal): Promise<string | undefined> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), CALLS.timeoutMs);
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, timeout.signal]),
      headers: { Accept: 'application/json' },
      // Send no credentials to the service.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return response.ok ? await response.text() : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new UnusableAnswer('no-json', { cause });
  }
};

/**
 * Fetches the content of a card. Returns demo content if the service does not respond within 15 s or responds with
 * an error (A §8).
 * @throws UnusableAnswer if the response has no usable content; a DOMException named AbortError when aborted
 */
export const fetchFeature = async (
  feature: FeatureId,
  signal: AbortSignal,
  random: Random = Math.random,
): Promise<FeatureResult> => {
  const text = await answerOf(ADDRESSES[feature], signal);
  return text === undefined ? demoContent(feature, random) : toResult(feature, parse(text), random);
};
