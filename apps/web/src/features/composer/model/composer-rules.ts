import { createPostBody, POST_LIMITS, type CreatePostBody } from '@social-feed/contracts';

/** What the composer holds as typed; `tags` is one text, separated by commas or spaces. */
export interface Draft {
  title: string;
  description: string;
  tags: string;
  location: string;
  images: string[];
}
export type DraftField = keyof Draft;
export type DraftErrors = Partial<Record<DraftField | 'form', string | undefined>>;

export const EMPTY_DRAFT: Draft = { title: '', description: '', tags: '', location: '', images: [] };

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
  };
  const errors: DraftErrors = {};
  const result = createPostBody.safeParse(body);
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0];
    if (typeof field === 'string' && Object.hasOwn(EMPTY_DRAFT, field))
      errors[field as DraftField] ??= issue.message;
  }
  if (body.title === '' && body.description === '' && draft.images.length === 0) {
    errors.form = 'Write a title or a text, or add a picture.';
  }
  return { body, errors };
};

/** Why an address cannot be added as a picture, or `undefined`. */
export const imageProblem = (address: string, images: readonly string[]): string | undefined => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    return 'Image address must be an http or https address';
  }
  if (images.includes(address)) return 'This picture is in the post already';
  if (images.length >= POST_LIMITS.imagesMax) return `At most ${POST_LIMITS.imagesMax} images`;
  return undefined;
};
