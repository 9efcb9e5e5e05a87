import { listLikers } from '@social-feed/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Dialog } from '../../../components/ui/dialog';
import { Spinner } from '../../../components/ui/spinner';
import { flattenUnique, useBlockStore } from '../../../cache/block-store';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { useOwnAccount } from '../../../lib/viewer';
import { MorePeople, People } from './people-pages';

/** Who likes a post, in pages, the latest first; without those who are blocked here. */
export const Likers = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const blocked = useBlockStore((state) => state.blocked);
  const query = useInfiniteQuery({
    queryKey: keys.likers(postId, viewerId),
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call(listLikers, { params: { id: postId }, query: { cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const hidden = new Set(blocked.map(({ _id }) => _id).filter((id) => id !== viewerId));
  const people = flattenUnique(query.data?.pages).filter(({ _id }) => !hidden.has(_id));
  return (
    <Dialog onClose={onClose} title="Liked by">
      {query.isPending ? (
        <div className="grid place-items-center py-6 text-muted">
          <Spinner size={32} label="Loading people" />
        </div>
      ) : people.length === 0 && !query.isError && !query.hasNextPage ? (
        <p className="py-6 text-center text-muted">No likes yet</p>
      ) : (
        <People people={people} onLeave={onClose} />
      )}
      <MorePeople query={query} />
    </Dialog>
  );
};
