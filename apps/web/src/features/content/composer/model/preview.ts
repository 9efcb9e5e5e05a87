import { EMPTY_POST, filled, trimmed, type CurrentUser } from '@social-feed/contracts';
import { serverNow } from '../../../../lib/server-clock';
import { toClientPost, type ClientPost } from '../../post/model/post';
import { isNothing, urlsOf, type Draft } from './composer-rules';

/** Placeholder id of a post that is not published yet. */
const UNSENT = '0'.repeat(24);

/** Whether the card shows more than the text, which looks the same in its field. */
export const showsMore = (draft: Draft): boolean => {
  const { title, media, tags, location, contentWarning } = draft;
  return (
    !isNothing(draft) && (title + location + contentWarning).trim().length + tags.length + media.length > 0
  );
};

/** The draft as its post will look. */
export const previewOf = (draft: Draft, user: CurrentUser): ClientPost =>
  toClientPost({
    _id: UNSENT,
    ...filled(EMPTY_POST, trimmed(draft)),
    // nobody translates their own draft
    language: null,
    images: urlsOf(draft.media, 'image'),
    videos: urlsOf(draft.media, 'video'),
    createdAt: new Date(serverNow()).toISOString(),
    editedAt: null,
    views: 0,
    likes: 0,
    commentsCount: 0,
    reactions: { likes: 0, dislikes: 0, shares: 0, saves: 0 },
    userInteraction: { liked: false, disliked: false, saved: false, viewed: false },
    isPinned: false,
    isBookmarked: false,
    user: { ...user, isFollowing: false },
  });
