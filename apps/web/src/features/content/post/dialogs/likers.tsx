import { t } from '@lingui/core/macro';
import { Dialog } from '../../../../components/ui/dialog';
import { Spinner } from '../../../../components/ui/spinner';
import { useLikers } from '../model/use-likers';
import { People } from './people-pages';
import { More } from '../../../../components/ui/paged';

/** Users who like a post, in pages, latest first; without users blocked in this browser. */
export const Likers = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const query = useLikers(postId);
  const { people } = query;
  return (
    <Dialog onClose={onClose} title={t`Liked by`}>
      {query.isPending ? (
        <div className="grid place-items-center py-6 text-muted">
          <Spinner size={32} label={t`Loading people`} />
        </div>
      ) : people.length === 0 && !query.isError && !query.hasNextPage ? (
        <p className="py-6 text-center text-muted">{t`No likes yet`}</p>
      ) : (
        <People people={people} onLeave={onClose} />
      )}
      <More query={query} what="people" />
    </Dialog>
  );
};
