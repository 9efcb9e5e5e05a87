import {
  updateBoard,
  updateUser,
  type Board,
  type CurrentUser,
  type UpdateBoardBody,
} from '@social-feed/contracts';
import { issuesOf } from '../../lib/use-form';

/** What a person writes about themselves. */
export interface ProfileFields {
  fullName: string;
  userName: string;
  bio: string;
  location: string;
  website: string;
  interests: string[];
}
export type ProfileField = keyof ProfileFields;

/** The form's fields as they are stored: names with the user, the rest on the board. */
export const profileFieldsOf = (user: CurrentUser, board: Board): ProfileFields => ({
  fullName: user.fullName,
  userName: user.userName,
  bio: board.bio,
  location: board.location,
  website: board.website,
  interests: board.interests,
});

/** `https://` before what is a bare host, as people write it. */
export const withProtocol = (website: string): string => {
  const written = website.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#].*)?$/u.test(written) ? `https://${written}` : written;
};

/** Interests as written, separated by commas, each once whatever its letter case. */
export const parseInterests = (text: string): string[] => {
  const words = text.split(',').map((word) => word.trim());
  return [...new Map(words.filter((word) => word !== '').map((word) => [word.toLowerCase(), word])).values()];
};

export interface ProfileChange {
  names: { fullName?: string; userName?: string };
  board: UpdateBoardBody;
}

/** What is to be sent: only the fields that differ. */
export const changeOf = (before: ProfileFields, now: ProfileFields): ProfileChange => {
  const names: ProfileChange['names'] = {};
  const board: UpdateBoardBody = {};
  if (now.fullName.trim() !== before.fullName) names.fullName = now.fullName.trim();
  if (now.userName.trim() !== before.userName) names.userName = now.userName.trim();
  if (now.bio.trim() !== before.bio) board.bio = now.bio.trim();
  if (now.location.trim() !== before.location) board.location = now.location.trim();
  if (withProtocol(now.website) !== before.website) board.website = withProtocol(now.website);
  if (now.interests.join('\n') !== before.interests.join('\n')) board.interests = now.interests;
  return { names, board };
};

/** Whether nothing differs from what is stored. */
export const isEmptyChange = ({ names, board }: ProfileChange): boolean =>
  Object.keys(names).length + Object.keys(board).length === 0;

/** What is wrong with a change, by field. */
export const problemsOf = ({ names, board }: ProfileChange): Record<string, string> => ({
  ...issuesOf(updateUser.body?.safeParse(names).error),
  ...issuesOf(updateBoard.body?.safeParse(board).error),
});
