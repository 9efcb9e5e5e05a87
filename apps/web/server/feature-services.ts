/**
 * The public services behind the feature panel (A §7.5): the variable that overrides the base URL of each, and its
 * default. Used by the build, which calls them, and by the web server, whose policy allows the calls.
 */
export const FEATURE_SERVICES = {
  jokes: { variable: 'VITE_FEATURE_JOKES_URL', base: 'https://official-joke-api.appspot.com' },
  quotes: { variable: 'VITE_FEATURE_QUOTES_URL', base: 'https://dummyjson.com' },
  facts: { variable: 'VITE_FEATURE_FACTS_URL', base: 'https://uselessfacts.jsph.pl' },
  meals: { variable: 'VITE_FEATURE_MEALS_URL', base: 'https://www.themealdb.com' },
  books: { variable: 'VITE_FEATURE_BOOKS_URL', base: 'https://openlibrary.org' },
  movies: { variable: 'VITE_FEATURE_MOVIES_URL', base: 'https://api.sampleapis.com' },
  products: { variable: 'VITE_FEATURE_PRODUCTS_URL', base: 'https://dummyjson.com' },
  users: { variable: 'VITE_FEATURE_USERS_URL', base: 'https://jsonplaceholder.typicode.com' },
} as const;

export type FeatureService = keyof typeof FEATURE_SERVICES;

/** Base URLs without a trailing slash; an empty variable counts as unset. */
export function featureBases(env: Record<string, unknown>): Record<FeatureService, string> {
  const entries = Object.entries(FEATURE_SERVICES).map(([name, { variable, base }]) => {
    const given = env[variable];
    const chosen = typeof given === 'string' && given.trim() !== '' ? given.trim() : base;
    return [name, chosen.replace(/(?<!\/)\/+$/, '')];
  });
  return Object.fromEntries(entries) as Record<FeatureService, string>;
}

/**
 * The origin of each service, without duplicates.
 * @throws Error with a readable message if a base URL is invalid: in the policy it would void the neighbouring
 *   entries
 */
export function featureOrigins(env: Record<string, unknown>): string[] {
  const origins = Object.entries(featureBases(env)).map(([name, base]) => {
    const url = URL.canParse(base) ? new URL(base) : null;
    if (url && /^https?:$/.test(url.protocol)) return url.origin;
    const { variable } = FEATURE_SERVICES[name as FeatureService];
    throw new Error(`${variable} must be an http(s) url, and "${base}" is not.`);
  });
  return [...new Set(origins)];
}
