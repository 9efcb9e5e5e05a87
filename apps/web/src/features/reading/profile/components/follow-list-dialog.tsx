import { t } from '@lingui/core/macro';
import { usePeople } from '../../../../cache/use-keyset';
import { keys } from '../../../../cache/keys';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../../components/ui/avatar';
import { buttonClass } from '../../../../components/ui/button';
import { Dialog } from '../../../../components/ui/dialog';
import { More } from '../../../../components/ui/paged';
import { sendPendingChanges } from '../../people/people-sync';
import { paths } from '../../../../config/paths';
import { useOwnAccount } from '../../../../lib/viewer';
import { api } from '../../../../lib/api-client';
import { People } from '../../../content/post/dialogs/people-pages';
import type { FollowList } from './profile-header';

interface FollowListDialogProps {
  userId: string;
  list: FollowList;
  /** Number of users according to the profile. */
  count: number;
  onClose: () => void;
}

/** Maximum number of placeholders, to keep the document small. */
const PLACEHOLDERS_MAX = 1000;

const TITLES: Record<FollowList, string> = {
  followers: t`Followers`,
  following: t({ message: 'Following', context: 'the people whom one follows' }),
};

/** One placeholder per counted user, not real users (A §2.9, §9). */
const Placeholders = ({ list, count }: { list: FollowList; count: number }) => (
  <ul className="flex flex-col">
    {Array.from({ length: Math.min(count, PLACEHOLDERS_MAX) }, (_unused, index) => index + 1).map(
      (number) => (
        <li
          key={number}
          className="flex items-center gap-3 py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]"
        >
          <Avatar id={`${list}-${number}`} name={t`User ${number}`} size={40} />
          <div className="min-w-0 leading-tight">
            <p className="truncate font-semibold">{t`User ${number}`}</p>
            <p className="truncate text-meta text-muted">
              <bdi dir="ltr" translate="no">{`@user${number}`}</bdi>
            </p>
          </div>
        </li>
      ),
    )}
  </ul>
);

const CALLS = { followers: 'listFollowers', following: 'listFollowing' } as const;

/**
 * Followers or followed users in pages, latest first, without blocked users. Pending changes are sent before each
 * fetch, so that the list includes them.
 */
const usePeopleList = (userId: string, list: FollowList) => {
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  return usePeople(keys.follows(userId, list, viewerId), async (cursor, signal) => {
    if (viewerId !== null && cursor === '') await sendPendingChanges(client, viewerId);
    return api.call(CALLS[list], { params: { userId }, query: { cursor }, signal });
  });
};

interface NobodyYetProps {
  list: FollowList;
  own: boolean;
  /** Called before another page opens. */
  onLeave: () => void;
}

/** What to do next, on the own profile. */
const NEXT = {
  followers: { label: t`Write a post`, href: paths.createPost.getHref() },
  following: { label: t`Find people`, href: paths.search.getHref(undefined, 'people') },
};

const NobodyYet = ({ list, own, onLeave }: NobodyYetProps) => (
  <div className="flex flex-col items-center gap-4 py-6 text-muted">
    <p>{list === 'followers' ? t`No followers yet` : t`Not following anyone yet`}</p>
    {own ? (
      <Link to={NEXT[list].href} onClick={onLeave} className={buttonClass({ variant: 'soft' })}>
        {NEXT[list].label}
      </Link>
    ) : null}
  </div>
);

/** Dialog with followers or followed users in pages. Placeholders are shown while loading and on failure. */
export const FollowListDialog = ({ userId, list, count, onClose }: FollowListDialogProps) => {
  const ownId = useOwnAccount()?._id;
  const query = usePeopleList(userId, list);
  const { people, data, hasNextPage } = query;
  const awaited = data === undefined && count > 0;
  const isEmpty = data === undefined ? count === 0 : people.length === 0 && !hasNextPage;
  return (
    <Dialog
      onClose={onClose}
      title={TITLES[list]}
      readOnly={awaited}
      {...(awaited ? { description: t`Placeholders stand here until follow lists open.` } : {})}
    >
      {isEmpty ? (
        <NobodyYet list={list} own={userId === ownId} onLeave={onClose} />
      ) : awaited ? (
        <Placeholders list={list} count={count} />
      ) : (
        <People people={people} onLeave={onClose} />
      )}
      <More query={query} what="people" />
    </Dialog>
  );
};
