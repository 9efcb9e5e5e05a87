import {
  HAND,
  isId,
  isLateReserved,
  isReservedUserName,
  parseSeed,
  PROFILE_TABS,
  profilePath,
  SHARE_ID_PART,
  untitledPost,
  USER_NAME_PATTERN,
  type LinkPreview,
  type Media,
  type Post,
  type ShownPost,
} from '@social-feed/contracts';
import { plural, t } from '@social-feed/contracts/t';
import { hasTagSign, tagKey } from '@social-feed/contracts/hashtags';
import { nameOfSeed, seedOfName } from '@social-feed/feed-order/names';
import { AppError } from '../../platform/http/errors.js';
import { excerpt, oneLine } from '../../platform/text.js';
import { writeIn, type Language } from '../../platform/writing.js';
import { readableTag } from '../../content/posts/readable-tag.js';
import { FACE_SIZE, faceAddress } from './shuffle-face.js';
import type { Boards } from '../../reading/boards/boards.feature.js';
import type { Collections } from '../../reading/collections/collections.feature.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Users } from '../../community/users/users.feature.js';

export interface PreviewsDeps {
  posts: { service: Pick<Posts['service'], 'get'>; lists: Pick<Posts['lists'], 'newest'> };
  users: Pick<Users, 'findShown' | 'getShown' | 'picture'>;
  boards: Pick<Boards, 'ofVisitor'>;
  collections: Pick<Collections, 'shared'>;
  /** Origin of the web app. */
  webOrigin: string;
  /** The language of the host, in which previews are, since everybody sees the same ones. */
  language: Language;
}

/** Public description of an address. Texts are single lines, addresses absolute. */
export interface Preview extends LinkPreview {
  url: string;
  image?: { url: string; alt: string; width: number; height: number };
  /** ISO 8601; for posts only. */
  published?: string;
  /** Feed address without the format extension. */
  feed?: string;
  /** For those only who have the address: search engines exclude the page. */
  isUnlisted?: true;
}

const DESCRIPTION_MAX = 200;
const shortened = (text: string): string => excerpt(text, DESCRIPTION_MAX);

const POST = /^\/p\/([^/]+)\/?$/i;
const TODAY = /^\/today\/?$/i;
const HOME = /^\/home\/?$/i;
const COLLECTION = new RegExp(`^/c/(${SHARE_ID_PART})/?$`, 'i');
const SEARCH = /^\/search\/?$/i;
const PROFILE = new RegExp(`^/([^/]+)(?:/(?:${PROFILE_TABS.join('|')}))?/?$`, 'i');
const PROFILE_BY_ID = /^\/profile\/([^/]+)\/?$/i;
const PHOTO = /^\/[^/]+\/status\/([^/]+)\/photo\/(\d{1,3})\/?$/i;

/**
 * Returns the title under which a post is shown. A title with a content warning is hidden like the text, as in the
 * app.
 */
export const titleOf = ({ title, contentWarning, user }: Post): string =>
  (contentWarning === '' && oneLine(title)) || untitledPost(user.fullName);

/** Returns the public fields of a post: a warning replaces its texts, and sensitive media are omitted. */
export const shownOutside = ({ contentWarning, sensitive, description, media }: Post) => ({
  text: contentWarning === '' ? description : t`Content warning: ${contentWarning}`,
  media: contentWarning === '' && !sensitive ? media : [],
});

const FIRST_WORDS_MAX = 80;
/** Returns a post as the sign-in page shows it; nothing without a picture that everybody may see. */
export const showcased = (post: Post): ShownPost[] => {
  const { _id, title, description, language, user } = post;
  const picture = shownOutside(post).media.find(({ kind }) => kind === 'image');
  if (picture === undefined) return [];
  return [
    {
      _id,
      title: oneLine(title) || excerpt(description, FIRST_WORDS_MAX),
      ...(language !== null && { language }),
      author: user.fullName,
      picture,
    },
  ];
};

const hasPicture = ({ kind, poster }: Media) => kind === 'image' || poster !== undefined;
const imageOf = ({ url, poster, alt, width, height }: Media) => ({ url: poster ?? url, alt, width, height });

const addressOf = ({ webOrigin }: PreviewsDeps, path: string) => webOrigin + path;

/** @param number of the picture or clip, from 1; defaults to the first with a picture */
const ofPost = async (deps: PreviewsDeps, id: string, number?: number): Promise<Preview | null> => {
  if (!isId(id)) return null;
  const post = await deps.posts.service.get(id, null).catch(nullWhereMissing);
  if (post === null) return null;
  return writeIn(deps.language, () => describePost(deps, post, number));
};

const describePost = (deps: PreviewsDeps, post: Post, number?: number): Preview => {
  const { user, createdAt, language, contentWarning } = post;
  const { fullName, userName } = user;
  const { text, media } = shownOutside(post);
  const author = { name: user.fullName, url: addressOf(deps, profilePath(user.userName)) };
  const chosen = number === undefined ? undefined : media[number - 1];
  const shown = chosen && hasPicture(chosen) ? chosen : media.find(hasPicture);
  return {
    type: 'article',
    title: titleOf(post),
    description: shortened(text) || t`A post by ${fullName} (@${userName}).`,
    url: addressOf(deps, `/p/${post._id}`),
    author,
    published: createdAt,
    ...(language === null || contentWarning !== '' ? {} : { language }),
    ...(shown === undefined ? {} : { image: imageOf(shown) }),
  };
};

const ofUserName = async (deps: PreviewsDeps, userName: string) =>
  ofUser(deps, USER_NAME_PATTERN.test(userName) ? await deps.users.findShown(userName) : null);

const ofUserId = async (deps: PreviewsDeps, id: string) =>
  ofUser(deps, isId(id) ? await deps.users.getShown(id) : null);

const ofUser = async (
  deps: PreviewsDeps,
  user: Awaited<ReturnType<Users['findShown']>>,
): Promise<Preview | null> => {
  const board =
    user === null ? null : await deps.boards.ofVisitor(user._id.toHexString()).catch(nullWhereMissing);
  if (user === null || board === null) return null;
  const { fullName, userName } = user;
  const url = addressOf(deps, profilePath(userName));
  const picture = deps.users.picture(user.profilepic);
  return {
    type: 'profile',
    title: `${user.fullName} (@${user.userName})`,
    description:
      shortened(board.bio) || writeIn(deps.language, () => t`Posts by ${fullName} (@${userName}).`),
    url,
    author: { name: user.fullName, url },
    // the address of a late-reserved name belongs to another feed
    ...(isLateReserved(user.userName) ? {} : { feed: addressOf(deps, `/${user.userName}`) }),
    ...(picture === '' ? {} : { image: { url: picture, alt: user.fullName, width: 0, height: 0 } }),
  };
};

const ofCollection = async (deps: PreviewsDeps, shareId: string): Promise<Preview | null> => {
  const found = await deps.collections.shared(shareId).catch(nullWhereMissing);
  if (found === null) return null;
  const { collection, owner, data } = found;
  const shown = data.flatMap((post) => shownOutside(post).media).find(hasPicture);
  const { fullName, userName } = owner;
  const { posts } = collection;
  return {
    type: 'website',
    title: oneLine(collection.name),
    description: writeIn(
      deps.language,
      () =>
        t`${plural(posts, { one: '# post', other: '# posts' })}, collected by ${fullName} (@${userName}).`,
    ),
    url: addressOf(deps, `/c/${shareId}`),
    author: { name: owner.fullName, url: addressOf(deps, profilePath(owner.userName)) },
    isUnlisted: true,
    ...(shown === undefined ? {} : { image: imageOf(shown) }),
  };
};

const ofTag = async (deps: PreviewsDeps, term: string): Promise<Preview | null> => {
  const tag = readableTag(tagKey(term));
  const found = tag === '' ? [] : await deps.posts.lists.newest({ tag }, 1);
  if (found.length === 0) return null;
  return {
    type: 'website',
    title: writeIn(deps.language, () => t`#${tag} · Search`),
    description: writeIn(deps.language, () => t`Posts tagged #${tag}.`),
    url: addressOf(deps, `/search?q=${encodeURIComponent(`#${tag}`)}`),
    feed: addressOf(deps, `/tag/${encodeURIComponent(tag)}`),
  };
};

/** A link to a shuffle, by its name or its seed. */
const ofShuffle = (deps: PreviewsDeps, query: URLSearchParams): Preview | undefined => {
  const seed = seedOfName(query.get('shuffle') ?? '') ?? parseSeed(query.get('seed'));
  if (seed === undefined) return undefined;
  const name = nameOfSeed(seed);
  const words = name.replaceAll('-', ' ');
  return {
    type: 'website',
    title: t`Shuffle “${words}”`,
    description: t`All posts in an order by chance, the same for everybody who opens this link.`,
    url: addressOf(deps, `/home?shuffle=${name}`),
    image: {
      url: addressOf(deps, faceAddress(seed)),
      alt: t`The face of the shuffle “${words}”`,
      width: FACE_SIZE,
      height: FACE_SIZE,
    },
  };
};

const todaysHand = (deps: PreviewsDeps): Preview => ({
  type: 'website',
  title: t`Today's hand`,
  description: t`${HAND.posts} posts of the day, drawn by chance, the same for everybody.`,
  url: addressOf(deps, '/today'),
  feed: addressOf(deps, '/today'),
});

/**
 * Returns the preview of an address of the web app.
 * @param address a path with its query, or the whole address, which in an old link may lack TLS
 * @returns null if a visitor sees nothing there, undefined for addresses without previews
 */
export async function previewAt(deps: PreviewsDeps, address: string): Promise<Preview | null | undefined> {
  const url = URL.parse(address, deps.webOrigin);
  const own = url?.protocol === 'http:' ? deps.webOrigin.replace(/^https:/, 'http:') : deps.webOrigin;
  if (url?.origin !== own) return undefined;
  const post = POST.exec(url.pathname)?.[1];
  if (post !== undefined) return ofPost(deps, post);
  if (TODAY.test(url.pathname)) return writeIn(deps.language, () => todaysHand(deps));
  if (HOME.test(url.pathname)) return writeIn(deps.language, () => ofShuffle(deps, url.searchParams));
  const shareId = COLLECTION.exec(url.pathname)?.[1];
  if (shareId !== undefined) return ofCollection(deps, shareId);
  if (SEARCH.test(url.pathname)) {
    const term = url.searchParams.get('q')?.trim() ?? '';
    return hasTagSign(term) ? ofTag(deps, term) : undefined;
  }
  const photo = PHOTO.exec(url.pathname);
  if (photo?.[1] !== undefined) return ofPost(deps, photo[1], Number(photo[2]));
  const userId = PROFILE_BY_ID.exec(url.pathname)?.[1];
  if (userId !== undefined) return ofUserId(deps, userId);
  const userName = PROFILE.exec(url.pathname)?.[1];
  if (userName === undefined || (isReservedUserName(userName) && !isLateReserved(userName))) return undefined;
  return ofUserName(deps, userName);
}

const nullWhereMissing = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
};
