import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { Button, buttonClass } from '../../../components/ui/button';
import { paths } from '../../../config/paths';
import { lazyPart } from '../../../lib/lazy';
import { collectionsQuery, createCollection } from '../../content/post/model/own-collections';

const NameDialog = lazyPart(() => import('./name-dialog'), 'NameDialog');

/** A button that asks for a name, creates a collection and opens it. */
export const NewCollection = () => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const save = async (name: string) => {
    const { _id } = await createCollection(client, name);
    void client.invalidateQueries({ queryKey: keys.collectionsRoot });
    void navigate(paths.collection.getHref(_id));
  };
  return (
    <>
      <Button variant="outline" size="sm" className="shrink-0" onClick={() => setAsking(true)}>
        <Plus size="1em" aria-hidden />
        <span>{t`New collection`}</span>
      </Button>
      {asking ? (
        <Suspense>
          <NameDialog
            title={t`New collection`}
            label={t`Create`}
            save={save}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
};

/** A collection as a link, with its number of posts. */
const Chip = ({
  name,
  posts,
  isShared,
  to,
}: {
  name: string;
  posts: number;
  isShared: boolean;
  to: string;
}) => (
  <Link to={to} className={buttonClass({ variant: 'soft', size: 'sm', className: 'max-w-60' })}>
    <span dir="auto" className="truncate">
      {name}
    </span>
    <span className="text-muted">
      <span aria-hidden>{posts}</span>
      <span className="sr-only">
        {isShared
          ? plural(posts, { one: '# post, shared', other: '# posts, shared' })
          : plural(posts, { one: '# post', other: '# posts' })}
      </span>
    </span>
    {isShared ? <Link2 size="1em" aria-hidden className="shrink-0 text-muted" /> : null}
  </Link>
);

/** The user's collections in one row, above their saved posts. */
export const CollectionChips = ({ viewerId }: { viewerId: string }) => {
  const { data, isError, isFetching, refetch } = useQuery(collectionsQuery(viewerId));
  return (
    <nav
      aria-label={t`Collections`}
      className="flex min-h-13 items-center gap-2 overflow-x-auto px-4 pt-2 md:px-0 md:pt-0"
    >
      <NewCollection />
      {data === undefined || data.length === 0 ? null : (
        <Link to={paths.collections.getHref()} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {t({ message: 'All', context: 'collections', comment: 'A link to the list of collections.' })}
        </Link>
      )}
      {data?.map(({ _id, name, posts, shareId }) => (
        <Chip
          key={_id}
          name={name}
          posts={posts}
          isShared={shareId !== null}
          to={paths.collection.getHref(_id)}
        />
      ))}
      {isError && data === undefined ? (
        <>
          <p className="shrink-0 text-meta text-muted">{t`Your collections could not be loaded.`}</p>
          <Button
            variant="ghost"
            size="sm"
            className="shrink-0"
            busy={isFetching}
            onClick={() => void refetch()}
          >
            {t`Try Again`}
          </Button>
        </>
      ) : null}
    </nav>
  );
};
