import type { Instance } from '@social-feed/contracts';
import { create } from 'zustand';
import { asRecord, readStored } from './json';

/** The name in localStorage. public/theme.js reads it before the first paint, and fills it from the API's page. */
export const STORED_INSTANCE = 'instance';
/** The product's name, until the host's is known. */
const PRODUCT = 'Social Feed';

const isInstance = (value: unknown): value is Instance => typeof asRecord(value)['name'] === 'string';

/**
 * The last settings of the instance that this browser got, so that the first paint has the right name. `instance.ts`
 * fetches them again each time the app opens.
 */
export const useInstanceStore = create<{ known?: Instance | undefined }>(() => ({
  known: readStored<Instance | undefined>(STORED_INSTANCE, isInstance, undefined),
}));

export const useInstanceName = (): string => useInstanceStore(({ known }) => known?.name ?? PRODUCT);

/** Returns what this browser knows of the instance, without asking. */
export const useKnownInstance = (): Instance | undefined => useInstanceStore(({ known }) => known);
