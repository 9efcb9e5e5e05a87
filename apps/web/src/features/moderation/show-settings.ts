import type { InstanceSettings } from '@social-feed/contracts';
import { useInstanceStore } from '../../lib/instance-store';
import { keepInstance, loadInstance } from '../../lib/load-instance';
import { shownAfter } from './settings-fields';

/** Shows changed settings at once: caches may still have the former ones. */
export const showSettings = async (settings: InstanceSettings): Promise<void> => {
  const { known } = useInstanceStore.getState();
  if (known) keepInstance(shownAfter(known, settings));
  // they are saved; the next opening shows them
  else await loadInstance().catch(() => undefined);
};
