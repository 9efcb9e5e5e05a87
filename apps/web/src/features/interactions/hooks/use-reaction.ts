import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ClientPost } from '../../../cache/post-model';
import { requireLogin } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { useViewer } from '../../../lib/viewer';
import { loadActions } from '../load-actions';
import type { ReactionKind } from '../model/reaction-change';

const LOGIN_ACTIONS = { like: 'like', dislike: 'dislike', bookmark: 'save', pin: 'save' } as const;

/** Toggles a reaction as `runReaction` does; visitors are asked to log in (F §5). */
export const useReaction = () => {
  const client = useQueryClient();
  const { user } = useViewer();
  const signedIn = user !== null;
  return useCallback(
    async (shown: ClientPost, kind: ReactionKind): Promise<void> => {
      if (!signedIn) {
        requireLogin(LOGIN_ACTIONS[kind]);
        return;
      }
      try {
        const { runReaction } = await loadActions();
        await runReaction(client, shown, kind);
      } catch {
        // the code itself could not be fetched
        toast.error(`Failed to update ${kind}. Please try again.`);
      }
    },
    [client, signedIn],
  );
};
