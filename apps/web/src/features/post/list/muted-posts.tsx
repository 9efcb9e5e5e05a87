import type { Muted } from '@social-feed/contracts';
import { mutedBy } from '@social-feed/contracts/words';
import { useEffect } from 'react';
import { noteFirstPicture } from '../../../lib/first-picture';
import type { ClientPost } from '../model/post';

/** Returns a check for muted words, cached per post. */
export const remembering = (muted: readonly Muted[]): ((post: ClientPost) => boolean) => {
  const holds = mutedBy(muted.map(({ word }) => word));
  const known = new WeakMap<ClientPost, boolean>();
  return (post) => {
    const before = known.get(post);
    if (before !== undefined) return before;
    known.set(post, holds(post));
    return known.get(post) === true;
  };
};

export interface HiddenPostsProps {
  /** Adjacent posts; the line has the position of the first. */
  posts: readonly ClientPost[];
  position: { index: number; size: number };
  onShow: () => void;
}

/** A thin line instead of posts with a muted word. */
export const HiddenPosts = ({ posts, position, onShow }: HiddenPostsProps) => {
  const text = `${posts.length} ${posts.length === 1 ? 'post' : 'posts'} hidden`;
  const first = position.index === 1;
  useEffect(() => {
    if (first) noteFirstPicture();
  }, [first]);
  return (
    <article
      tabIndex={0}
      data-post-id={posts[0]?._id}
      aria-label={text}
      aria-posinset={position.index}
      aria-setsize={position.size}
      className="flex items-center justify-between border-b border-line px-4 text-meta text-muted focus-visible:-outline-offset-2 md:mb-3 md:rounded-card md:border md:px-5"
    >
      <span>{text}</span>
      <button
        type="button"
        aria-label={`Show ${text}`}
        onClick={onShow}
        className="min-h-11 px-3 font-semibold text-accent-text hover:underline"
      >
        Show
      </button>
    </article>
  );
};
