import { createPostBody, POST_LIMITS, type CreatePostBody, type Post } from '@social-feed/contracts';

/** What the composer holds as typed; `tags` is one text, separated by commas or spaces. */
export interface Draft {
  title: string;
  description: string;
  tags: string;
  location: string;
  images: string[];
  videos: string[];
}
export type DraftField = keyof Draft;
export type DraftErrors = Partial<Record<DraftField | 'form', string | undefined>>;

export const EMPTY_DRAFT: Draft = {
  title: '',
  description: '',
  tags: '',
  location: '',
  images: [],
  videos: [],
};

/** A post as the composer holds it, to be edited. */
export const draftOf = (
  post: Pick<Post, 'title' | 'description' | 'tags' | 'location' | 'images' | 'videos'>,
): Draft => ({
  title: post.title,
  description: post.description,
  tags: post.tags.join(', '),
  location: post.location,
  images: post.images,
  videos: post.videos,
});

export type MediaField = 'images' | 'videos';

/** How many of each kind, and what they are called. */
export const MEDIA_WORDS = {
  images: { one: 'Picture', many: 'Pictures', max: POST_LIMITS.imagesMax, address: 'Image address' },
  videos: { one: 'Video', many: 'Videos', max: POST_LIMITS.videosMax, address: 'Video address' },
} as const;

/** Tags as written, without `#`, each once, in order. */
export const parseTags = (text: string): string[] => {
  const tags = text
    .split(/[,\s]+/)
    .map((tag) => tag.replace(/^#+/, ''))
    .filter((tag) => tag !== '');
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];
};

/** The body to send, or the errors per field. A post needs a title, a description or media (design §3). */
export const checkDraft = (draft: Draft): { body: CreatePostBody; errors: DraftErrors } => {
  const body: CreatePostBody = {
    title: draft.title.trim(),
    description: draft.description.trim(),
    tags: parseTags(draft.tags),
    location: draft.location.trim(),
    images: draft.images,
    videos: draft.videos,
  };
  const errors: DraftErrors = {};
  const result = createPostBody.safeParse(body);
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0];
    if (typeof field === 'string' && Object.hasOwn(EMPTY_DRAFT, field))
      errors[field as DraftField] ??= issue.message;
  }
  if (body.title === '' && body.description === '' && draft.images.length + draft.videos.length === 0) {
    errors.form = 'Write a title or a text, or add a picture.';
  }
  return { body, errors };
};

/** Why an address cannot be added, or `undefined`. */
export const mediaProblem = (
  field: MediaField,
  address: string,
  urls: readonly string[],
): string | undefined => {
  const words = MEDIA_WORDS[field];
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return `${words.address} must be an http or https address`;
  if (urls.includes(address)) return `This ${words.one.toLowerCase()} is in the post already`;
  if (urls.length >= words.max) return `At most ${words.max} ${field}`;
  return undefined;
};
