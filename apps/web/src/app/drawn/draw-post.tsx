import { isId, type Post } from '@social-feed/contracts';
import { keys } from '../../cache/keys';
import { PostScreen } from '../../features/content/post/page/post-screen';
import { toClientPost } from '../../features/content/post/model/post';
import { paths } from '../../config/paths';
import { asRecord } from '../../lib/json';
import type { Drawn } from '../../../server/drawn';
import { beginPage, drawPage, type PageToDraw } from './draw-page';

/** Draws the page of a post without its comments. Returns null for posts under a warning. */
export const drawPost = (page: PageToDraw): Drawn | null => {
  const { data } = asRecord(page.answer);
  if (!isId(asRecord(data)['_id'])) return null;
  const post = toClientPost(data as Post);
  if (post.contentWarning || post.sensitive) return null;
  beginPage(page);
  return drawPage(page, {
    path: paths.post.getHref(post._id),
    page: <PostScreen postId={post._id} />,
    posts: [post],
    fill: (client) => client.setQueryData(keys.post(post._id, page.user?._id ?? null), post),
  });
};
