import { Dialog } from '../../../components/ui/dialog';
import { Spinner } from '../../../components/ui/spinner';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { useOwnAccount } from '../../../lib/viewer';
import { People } from './people-pages';
import { usePeople } from '../../../cache/use-keyset';
import { More } from '../../../components/ui/paged';

/** Users who like a post, in pages, latest first; without users blocked in this browser. */
export const Likers = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const query = usePeople(keys.likers(postId, viewerId), (cursor, signal) =>
    api.call('listLikers', { params: { id: postId }, query: { cursor }, signal }),
  );
  const { people } = query;
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
      <More query={query} what="people" />
    </Dialog>
  );
};
