import { keys } from '../../../../cache/keys';
import { usePeople } from '../../../../cache/use-keyset';
import { api } from '../../../../lib/api-client';
import { useOwnAccount } from '../../../../lib/viewer';

/** Users who like a post, in pages, latest first; without users blocked in this browser. */
export const useLikers = (postId: string) => {
  const viewerId = useOwnAccount()?._id ?? null;
  return usePeople(keys.likers(postId, viewerId), (cursor, signal) =>
    api.call('listLikers', { params: { id: postId }, query: { cursor }, signal }),
  );
};
