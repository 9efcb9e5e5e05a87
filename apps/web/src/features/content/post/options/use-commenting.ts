import { t } from '@lingui/core/macro';
import type { Commenting } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../../../../cache/keys';
import { runOptimisticUpdate } from '../../../../cache/optimistic-update';
import type { MenuItem } from '../../../../components/ui/menu-items';
import { messageOf } from '../../../../lib/api-error';
import { COMMENTING_WORDS } from '../../../../lib/comment-rules';
import { toast } from '../../../../lib/toast';
import { patchPost } from '../model/patch-post';
import type { ClientPost } from '../model/post';
import { updatePost } from '../model/write-post';

const SHORT: Record<Commenting, string> = {
  everybody: t`Everybody`,
  followed: t`Followed`,
  nobody: t`Nobody`,
};

/** Who may comment on an own post, as options of its menu. */
export const commentingItems = (
  current: Commenting = 'everybody',
  choose: (commenting: Commenting) => void,
): MenuItem[] =>
  (Object.keys(COMMENTING_WORDS) as Commenting[]).map((commenting) => ({
    label: COMMENTING_WORDS[commenting],
    short: SHORT[commenting],
    group: t`Who can comment`,
    checked: commenting === current,
    onSelect: () => {
      if (commenting !== current) choose(commenting);
    },
  }));

/** Changes who may comment on an own post: shown at once, rolled back with the reason on failure. */
export const useCommenting = () => {
  const client = useQueryClient();
  return useCallback(
    ({ _id, commenting: before = 'everybody' }: ClientPost, commenting: Commenting) => {
      const show = (shown: Commenting) =>
        patchPost(client, _id, (post) =>
          (post.commenting ?? 'everybody') === shown ? post : { ...post, commenting: shown },
        );
      return runOptimisticUpdate(client, {
        queryKey: keys.posts,
        apply: () => show(commenting),
        send: () => updatePost(_id, { commenting }),
        rollback: () => show(before),
        onSuccess: (changed) => {
          patchPost(client, _id, () => changed);
          toast.success(t`Saved who can comment`);
        },
        onError: (error) => toast.error(messageOf(error)),
      });
    },
    [client],
  );
};
