import type { Post } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../features/content/post/model/post';
import { makeServerPost } from './api-data';

export { idOf, makeComment, makeServerPost, mediaItem } from './api-data';

/** A post as the client stores it. */
export const makePost = (fields: Partial<Post> = {}): ClientPost => toClientPost(makeServerPost(fields));
