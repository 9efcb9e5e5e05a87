import type { Board, SocialStats } from '@social-feed/contracts';
import type { BoardRecord } from './board.model.js';

/**
 * A board as the contracts have it.
 * @param bookmarks post ids for the owner, empty for others (design §4)
 */
export const presentBoard = (board: BoardRecord, bookmarks: string[], socialStats: SocialStats): Board => ({
  _id: board._id.toString(),
  user: board.user.toString(),
  coverPhoto: board.coverPhoto,
  bio: board.bio,
  location: board.location,
  website: board.website,
  interests: board.interests,
  bookmarks,
  socialStats,
});
