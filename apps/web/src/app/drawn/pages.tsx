import { isId, PAGE, publicUser, type AnswerOf, type Post } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import type { PageName } from '../../../server/page-kinds';
import { keys } from '../../cache/keys';
import { toClientPost, type ClientPost } from '../../features/content/post/model/post';
import { PostScreen } from '../../features/content/post/page/post-screen';
import { CollectionPage } from '../../features/reading/collections/collection-page';
import { FOLLOWED } from '../../features/reading/feed/feed-memory';
import { toFeedPage } from '../../features/reading/feed/get-feed-page';
import { ProfileScreen } from '../../features/reading/profile/components/profile-screen';
import { toBoards, toPostPage } from '../../features/reading/profile/profile-model';
import { tagTerm, termOf } from '../../features/reading/search/search-term';
import { handQuery, toHandPage } from '../../features/reading/today/hand-query';
import { asRecord } from '../../lib/json';
import { HomeRoute } from '../routes/home';
import { SearchRoute } from '../routes/search';
import { TodayRoute } from '../routes/today';
import type { PageToDraw, Shown } from './draw-page';

/** The only loaded page of an endless list. */
const onePage = (page: unknown, pageParam: unknown) => ({ pages: [page], pageParams: [pageParam] });

const withPosts = <A extends { data: Post[] }>(answer: A): A & { data: ClientPost[] } => ({
  ...answer,
  data: answer.data.map(toClientPost),
});

const idOf = ({ user }: PageToDraw): string | null => user?._id ?? null;
const queryOf = ({ address }: PageToDraw) => new URLSearchParams(address.replace(/^[^?]*/, ''));

/** What pages show of the answers to their calls (server/page-kinds.ts); null if there is nothing to draw. */
export const PAGES: Readonly<Record<PageName, (page: PageToDraw) => Shown | null>> = {
  home: (page) => {
    const feed = toFeedPage(page.answers['feed']);
    const { user, welcome } = page;
    return {
      // its other addresses lead there
      address: '/home',
      page: <HomeRoute />,
      posts: feed.data,
      cached: [[keys.feed(idOf(page)), onePage(feed, 1)]],
      known:
        user === null
          ? // visitors of one minute share an order
            { [FOLLOWED]: String(feed.seed) }
          : welcome
            ? { [`welcome:${user._id}`]: 'on' }
            : {},
    };
  },
  post: (page) => {
    const { data } = asRecord(page.answers['post']);
    if (!isId(asRecord(data)['_id'])) return null;
    const post = toClientPost(data as Post);
    return {
      page: <PostScreen postId={post._id} />,
      posts: [post],
      cached: [[keys.post(post._id, idOf(page)), post]],
    };
  },
  today: (page) => {
    const hand = toHandPage(page.answers['hand']);
    const { date } = asRecord(page.answers['hand']);
    return {
      page: <TodayRoute />,
      posts: hand.data,
      cached: [[handQuery(String(date), idOf(page)).queryKey, onePage(hand, '')]],
      isWhole: true,
    };
  },
  profile: (page) => {
    const { user, board, posts } = page.answers;
    const { data: person } = publicUser.safeParse(asRecord(user)['data']);
    const isBlocked = page.own.blocks.some(({ _id }) => _id === person?._id);
    if (!person || isBlocked) return null;
    const first = toPostPage(posts, PAGE.profile);
    return {
      page: <ProfileScreen user={person} tab="posts" />,
      posts: first.data,
      cached: [
        [keys.board(person._id, idOf(page)), toBoards(board)],
        [keys.profilePosts(person._id, 'posts', idOf(page)), onePage(first, { page: 1 })],
      ],
      hasHead: true,
    };
  },
  tag: (page) => {
    const { posts, tags } = page.answers;
    const term = termOf(queryOf(page));
    const found = withPosts(posts as AnswerOf<Calls['listPosts']>);
    return {
      page: <SearchRoute />,
      posts: found.data,
      cached: [
        [keys.search(term.toLowerCase(), idOf(page)), onePage(found, '')],
        [keys.tagsFound(tagTerm(term)), onePage(tags ?? { data: [] }, '')],
      ],
    };
  },
  collection: (page) => {
    const [, shareId = ''] = /^\/c\/([^/?]+)/.exec(page.address) ?? [];
    const first = withPosts(page.answers['posts'] as AnswerOf<Calls['getCollection']>);
    return {
      page: <CollectionPage id={shareId} />,
      posts: first.data,
      cached: [[keys.collectionPosts(shareId, idOf(page)), onePage(first, '')]],
    };
  },
};
