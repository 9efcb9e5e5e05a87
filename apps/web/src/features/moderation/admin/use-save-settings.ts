import { publicOf, type BodyOf } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { runMutation } from '../../../cache/run-mutation';
import { api } from '../../../lib/api-client';
import { useInstanceStore } from '../../../lib/instance-store';
import { keepInstance, loadInstance } from '../../../lib/load-instance';

export type SettingsChanges = BodyOf<Calls['updateInstanceSettings']>;
/** Saves changes. Rejects with the error to show. */
export type SaveSettings = (changes: SettingsChanges) => Promise<void>;

/** Returns how to save settings. They show at once: caches may still have the former ones. */
export const useSaveSettings = (): SaveSettings => {
  const client = useQueryClient();
  return async (body) => {
    const answer = await runMutation(client, (idempotencyKey) =>
      api.call('updateInstanceSettings', { body, idempotencyKey }),
    );
    client.setQueryData(keys.instanceSettings, answer);
    void client.invalidateQueries({ queryKey: keys.instanceTexts });
    const { known } = useInstanceStore.getState();
    if (known) keepInstance({ ...known, ...publicOf(answer.data) });
    // they are saved; the next opening shows them
    else await loadInstance().catch(() => undefined);
  };
};
