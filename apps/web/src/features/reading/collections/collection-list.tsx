import { plural, t } from '@lingui/core/macro';
import { formatBytes } from '../../../lib/bytes';
import { useQuery } from '@tanstack/react-query';
import { CloudDownload, FolderOpen, Link2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Page } from '../../../components/layouts/page';
import { buttonClass } from '../../../components/ui/button';
import { UnsavedDrawing } from '../../../components/ui/drawings';
import { EmptyState, Failed } from '../../../components/ui/empty-state';
import { Skeletons } from '../../../components/ui/skeletons';
import { paths } from '../../../config/paths';
import { useOwnAccount } from '../../../lib/viewer';
import { collectionsQuery } from '../../content/post/model/own-collections';
import { NewCollection } from './collection-chips';
import { useKept } from './kept-store';

interface Row {
  _id: string;
  name: string;
  posts: number;
  shareId?: string | null;
}

const Rows = ({ rows }: { rows: readonly Row[] }) => {
  const kept = useKept((state) => state.byId);
  return (
    <ul className="divide-y divide-line overflow-hidden border-b border-line bg-surface max-md:-mx-4 md:rounded-card md:border">
      {rows.map(({ _id, name, posts, shareId = null }) => {
        const copy = kept[_id];
        const facts = [
          plural(posts, { one: '# post', other: '# posts' }),
          shareId !== null && t`shared by its link`,
          copy && t`${formatBytes(copy.bytes)} offline`,
        ];
        const Icon = copy ? CloudDownload : shareId === null ? FolderOpen : Link2;
        return (
          <li key={_id}>
            <Link
              to={paths.collection.getHref(_id)}
              className="flex min-h-16 items-center gap-4 px-4 py-2 -outline-offset-2 hover:bg-fill md:px-5"
            >
              <Icon size="1.25em" aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0">
                <span dir="auto" className="block w-fit max-w-full truncate font-semibold">
                  {name}
                </span>{' '}
                <span className="block text-meta text-muted">{facts.filter(Boolean).join(' · ')}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

/** The user's collections; without a network those that are kept in this browser. Load it lazily. */
export const CollectionList = () => {
  const viewerId = useOwnAccount()?._id ?? '';
  const { data, isPending, isFetching, refetch } = useQuery(collectionsQuery(viewerId));
  const kept = useKept((state) => state.byId);
  const copies = Object.entries(kept).map(([_id, { name, posts }]) => ({ _id, name, posts }));
  const rows = data ?? copies;
  return (
    <Page title={t`Collections`} action={<NewCollection />}>
      {rows.length > 0 ? (
        <Rows rows={rows} />
      ) : isPending ? (
        <Skeletons what="collections" count={3} className="h-16 rounded-media" list="flex flex-col gap-2" />
      ) : data ? (
        <EmptyState
          as="p"
          figure={<UnsavedDrawing />}
          title={t`No collections yet`}
          text={t`Save a post, then choose “Add to collection…” among its options.`}
          action={
            <Link to={paths.home.getHref()} className={buttonClass({ variant: 'soft' })}>
              {t`Browse the feed`}
            </Link>
          }
        />
      ) : (
        <Failed
          text={t`Your collections could not be loaded.`}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  );
};
