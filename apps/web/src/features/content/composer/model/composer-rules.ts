import { t } from '@lingui/core/macro';
import {
  createPostBody,
  EMPTY_POST,
  filled,
  plainMedia,
  POST_LIMITS,
  trimmed,
  type CreatePostBody,
  type Media,
  type Post,
  type PostFields,
  type PostRules,
  type WrittenPost,
} from '@social-feed/contracts';
import { tagKey, withoutSign } from '@social-feed/contracts/hashtags';
import { splitAtCommas } from '../../../../lib/separators';
import { DAY } from '../../../../lib/time';
import { issuesOf } from '../../../../lib/use-form';

/**
 * The composer's content. Pictures come before videos in `media`, as in the post. If the language is undefined, it is
 * guessed; if a rule is, the author's settings decide.
 */
export type Draft = Omit<PostFields, 'language'> & {
  [Name in 'language' | keyof PostRules]: WrittenPost[Name] | undefined;
};
export type DraftField = keyof Draft;
export type DraftErrors = Partial<Record<DraftField, string | undefined>>;

export const EMPTY_DRAFT: Draft = {
  ...EMPTY_POST,
  language: undefined,
  commenting: undefined,
  commentsCloseAfter: undefined,
};

const FIELDS = Object.keys(EMPTY_DRAFT) as DraftField[];

/** What the user can change, as text; media sizes are left out because they are measured automatically. */
export const contentOf = (draft: Draft): string => JSON.stringify(draft, [...FIELDS, 'url', 'alt']);

type Kind = Media['kind'];

/** How many of each kind of media a post takes. */
export const MEDIA_MAX: Record<Kind, number> = { image: POST_LIMITS.imagesMax, video: POST_LIMITS.videosMax };

/** Converts a post to a draft for editing. */
export const draftOf = (
  post: PostFields & Pick<Post, 'images' | 'videos' | 'createdAt' | 'commenting' | 'commentsCloseAt'>,
): Draft => {
  const known = new Map(post.media.map((item) => [item.url, item]));
  const of = (kind: Kind, urls: string[]) => urls.map((url) => known.get(url) ?? plainMedia(kind, url));
  return {
    ...filled(EMPTY_DRAFT, post),
    media: [...of('image', post.images), ...of('video', post.videos)],
    // an unknown one may become known with new words
    language: post.language ?? undefined,
    commentsCloseAfter:
      post.commentsCloseAt === undefined
        ? undefined
        : Math.round((Date.parse(post.commentsCloseAt) - Date.parse(post.createdAt)) / DAY),
  };
};

/** Parses tags between spaces or commas of any script: strips `#`, removes duplicates by key, keeps the order. */
export const parseTags = (text: string): string[] => {
  const tags = splitAtCommas(text)
    .flatMap((part) => part.split(/\s+/))
    .map(withoutSign)
    .filter((tag) => tagKey(tag) !== '');
  return [...new Map(tags.map((tag) => [tagKey(tag), tag])).values()];
};

/** Placeholder sizes for media that could not be measured; the API requires a size. */
const UNKNOWN = { width: 4, height: 3 };

const sentMedia = (item: Media): Media =>
  item.width > 0 && item.height > 0 ? item : { ...item, ...UNKNOWN };

/** Addresses of the media of one kind. */
export const urlsOf = (media: readonly Media[], kind: Kind): string[] =>
  media.filter((item) => item.kind === kind).map(({ url }) => url);

/** Maps an error path of the body to its draft field. */
export const fieldOfPath = (path: string): DraftField | undefined => {
  // in the body of a draft, the fields are in `post`
  const [first = ''] = path.replace(/^post\./, '').split('.');
  if (first === 'images' || first === 'videos') return 'media';
  return Object.hasOwn(EMPTY_DRAFT, first) ? (first as DraftField) : undefined;
};

/** Whether there is nothing to post. */
export const isNothing = (draft: Draft): boolean => {
  const { title, description } = trimmed(draft);
  return title === '' && description === '' && draft.media.length === 0;
};

/**
 * Returns the body to send, the errors by field, and the error of the whole post. A post needs a title, a
 * description or media.
 */
export const checkDraft = (
  draft: Draft,
): { body: CreatePostBody; errors: DraftErrors; problem: string | undefined } => {
  const { media } = draft;
  const body: CreatePostBody = {
    ...trimmed(draft),
    images: urlsOf(media, 'image'),
    videos: urlsOf(media, 'video'),
    media: media.map(sentMedia),
  };
  const errors = issuesOf(createPostBody.safeParse(body).error, fieldOfPath);
  return {
    body,
    errors,
    problem: isNothing(draft) ? t`Write a title or a text, or add a picture.` : undefined,
  };
};
