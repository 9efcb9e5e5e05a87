import type { Instance } from '@social-feed/contracts';
import { useEffect } from 'react';
import { useKnownInstance } from './instance-store';

/** Asks for the present state. Without an answer, what is known stays. */
export const askInstance = (): void =>
  void import('./load-instance').then(({ loadInstance }) => loadInstance()).catch(() => undefined);

/** Returns what is known of the instance, and asks for the present state; undefined until the first answer. */
export const useInstance = (): Instance | undefined => {
  useEffect(askInstance, []);
  return useKnownInstance();
};
