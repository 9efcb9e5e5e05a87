import type { AnswerOf, Collection } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import { runOptimisticUpdate } from '../../../../cache/optimistic-update';
import { runMutation } from '../../../../cache/run-mutation';
import { sendOnce } from '../../../../cache/send-once';
import { changeById, updateCached } from '../../../../cache/update-cached';
import { api } from '../../../../lib/api-client';
import { isSignedOut, messageOf } from '../../../../lib/api-error';
import { requireLogin } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';

/** An own collection; `has` says whether it contains the post in question. */
export type OwnCollection = AnswerOf<Calls['listCollections']>['data'][number];

/** The user's collections by name. @param post fetches which of them contain this post */
export const collectionsQuery = (viewerId: string, post?: string) =>
  queryOptions({
    queryKey: post === undefined ? keys.collections(viewerId) : keys.collectionsWith(post, viewerId),
    queryFn: async ({ signal }): Promise<OwnCollection[]> =>
      (await api.call('listCollections', { query: { post }, signal })).data,
    staleTime: 0,
  });

/** Creates a collection. Throws ApiError; 409 if the name is taken or there are too many. */
export const createCollection = (client: QueryClient, name: string): Promise<Collection> =>
  sendOnce({ collection: name.trim() }, (idempotencyKey) =>
    runMutation(
      client,
      async () => (await api.call('createCollection', { body: { name: name.trim() }, idempotencyKey })).data,
    ),
  );

/** Adds a saved post to a collection or removes it; shown at once, rolled back with a toast on failure. */
export const collectPost = (
  client: QueryClient,
  {
    viewerId,
    postId,
    collectionId,
    wanted,
  }: Record<'viewerId' | 'postId' | 'collectionId', string> & { wanted: boolean },
): Promise<boolean> => {
  const queryKey = keys.collectionsWith(postId, viewerId);
  const show = (has: boolean) =>
    updateCached(client, queryKey, (list) =>
      changeById(list as OwnCollection[], collectionId, (held) =>
        held.has === has ? held : { ...held, has, posts: held.posts + (has ? 1 : -1) },
      ),
    );
  return runOptimisticUpdate<Collection>(client, {
    queryKey,
    apply: () => show(wanted),
    send: async () =>
      (
        await api.call('collectPost', {
          params: { collectionId },
          body: { post: postId, action: wanted ? 'add' : 'remove' },
        })
      ).data,
    rollback: () => show(!wanted),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.collections(viewerId) });
      void client.invalidateQueries({ queryKey: keys.collectionPosts(collectionId, viewerId) });
    },
    onError: (error) => {
      if (isSignedOut(error)) requireLogin('collect');
      else toast.error(messageOf(error));
    },
  });
};
