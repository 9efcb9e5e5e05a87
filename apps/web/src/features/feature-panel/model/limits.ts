/** Limits of A §9 for the feature panel: characters, books and products per call, milliseconds. */
export const FEATURE_TEXT = { truncatedTo: 150 } as const;
export const FEATURE_CALLS = { books: 50, products: 100, timeoutMs: 15_000 } as const;
