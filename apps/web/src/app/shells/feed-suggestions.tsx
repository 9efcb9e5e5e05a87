import { t } from '@lingui/core/macro';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { keys } from '../../cache/keys';
import { useListed } from '../../cache/block-store';
import { Card } from '../../components/ui/card';
import { PersonRow } from '../../components/ui/person-row';
import type { FeedData } from '../../features/reading/feed/feed-memory';
import { useFeedMode } from '../../features/reading/feed/feed-modes';
import type { ClientPost } from '../../features/content/post/model/post';
import { FollowButton } from '../../features/content/post/reactions/follow';
import { TagList } from '../../features/reading/search/components/hits';
import { mostUsedTags } from '../../features/reading/search/search-queries';
import { useOwnAccount } from '../../lib/viewer';

const PEOPLE = 3;
const TAGS = 6;
/** Number of posts at the start of the feed whose authors are suggested last. */
const FIRST_SEEN = 7;

/**
 * The posts of the feed's first page. They stay the same while scrolling and until others have loaded, so that the
 * column does not move. Never fetches.
 * @returns undefined while the first `awaited` posts are loading, so that the content below waits for its position
 */
export const useFirstPosts = (awaited: boolean): ClientPost[] | undefined => {
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  const way = useFeedMode();
  const subscribe = useCallback(
    // notify in a later turn: the feed adds its query to the cache while it renders
    (notify: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(notify)),
    [client],
  );
  const feed = useSyncExternalStore(subscribe, () =>
    client.getQueryState<FeedData>(keys.feed(viewerId, way)),
  );
  const posts = useListed(useMemo(() => feed?.data?.pages.slice(0, 1), [feed?.data]));
  const [last, setLast] = useState<ClientPost[]>();
  const isLoading = awaited && (feed === undefined || feed.status === 'pending');
  if (!isLoading && awaited && last !== posts) setLast(posts);
  return isLoading ? last : posts;
};

const followedAmong = (posts: readonly ClientPost[]): ReadonlySet<string> =>
  new Set(posts.flatMap(({ user }) => (user.isFollowing ? [user._id] : [])));

/** The authors of these posts whom the viewer did not follow when the posts came, and their tags. */
export const FeedSuggestions = ({ posts }: { posts: ClientPost[] }) => {
  const viewerId = useOwnAccount()?._id;
  // those whom the viewer follows here stay, with the button that takes it back
  const ids = posts.map(({ _id }) => _id).join();
  const [start, setStart] = useState(() => ({ ids, followed: followedAmong(posts) }));
  if (start.ids !== ids) setStart({ ids, followed: followedAmong(posts) });
  const { followed } = start;
  const people = useMemo(() => {
    // the authors of the first posts last: they are on the screen already
    const near = new Set(posts.slice(0, FIRST_SEEN).map(({ user }) => user._id));
    const order = [...posts.filter(({ user }) => !near.has(user._id)), ...posts];
    const authors = new Map(order.map(({ user }) => [user._id, user]));
    return [...authors.values()].filter(({ _id }) => _id !== viewerId && !followed.has(_id)).slice(0, PEOPLE);
  }, [posts, viewerId, followed]);
  const tags = useMemo(() => mostUsedTags(posts, TAGS).map((tag) => ({ tag })), [posts]);
  return (
    <>
      {people.length > 0 ? (
        <Card as="section" aria-labelledby="people-read" className="p-4">
          <h2 id="people-read" className="mb-3 text-title font-semibold">
            {t`People`}
          </h2>
          <ul className="flex flex-col gap-3">
            {people.map((person) => (
              <li key={person._id} className="flex items-center gap-3">
                <PersonRow person={person} size={36} />
                <FollowButton author={person} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {tags.length > 0 ? (
        <section aria-labelledby="tags-read" className="px-4">
          <h2 id="tags-read" className="mb-3 text-title font-semibold">
            {t`Tags in use`}
          </h2>
          <TagList tags={tags} small />
        </section>
      ) : null}
    </>
  );
};
