import type { Instance } from '@social-feed/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { asRecord, readStored } from './json';

/** The name in localStorage. public/theme.js reads it before the first paint, and fills it from the API's page. */
export const STORED_INSTANCE = 'instance';
/** The product's name, until the host's is known. */
const PRODUCT = 'Social Feed';

const isInstance = (value: unknown): value is Instance => typeof asRecord(value)['name'] === 'string';

/**
 * What the host tells of the instance: the last answer that this browser got, so that the first paint has the right
 * name. `load-instance.ts` asks anew after each opening of the app.
 */
export const useInstanceStore = create<{ known?: Instance | undefined }>(() => ({
  known: readStored<Instance | undefined>(STORED_INSTANCE, isInstance, undefined),
}));

export const instanceName = (): string => useInstanceStore.getState().known?.name ?? PRODUCT;
export const useInstanceName = (): string => useInstanceStore(({ known }) => known?.name ?? PRODUCT);

/** Returns what this browser knows of the instance, without asking. */
export const useKnownInstance = (): Instance | undefined => useInstanceStore(({ known }) => known);

/** Asks for the present state. Without an answer, what is known stays. */
export const askInstance = (): void =>
  void import('./load-instance').then(({ loadInstance }) => loadInstance()).catch(() => undefined);

/** Returns what is known of the instance, and asks for the present state; undefined until the first answer. */
export const useInstance = (): Instance | undefined => {
  useEffect(askInstance, []);
  return useKnownInstance();
};
