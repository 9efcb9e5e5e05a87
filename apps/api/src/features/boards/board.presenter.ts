import type { Board, SocialStats } from '@social-feed/contracts';
import { shownUrl } from '../../platform/http/shown-url.js';
import type { BoardRecord } from './board.model.js';

/**
 * A board as the contracts have it.
 * @param bookmarks post ids for the owner, empty for others
 */
export const presentBoard = (board: BoardRecord, bookmarks: string[], socialStats: SocialStats): Board => ({
  _id: board._id.toString(),
  user: board.user.toString(),
  coverPhoto: shownUrl(board.coverPhoto),
  bio: board.bio,
  location: board.location,
  website: shownUrl(board.website),
  interests: board.interests,
  bookmarks,
  socialStats,
});
