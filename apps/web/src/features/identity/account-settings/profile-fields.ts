import {
  updateBoard,
  updateUser,
  type Board,
  type CurrentUser,
  type UpdateBoardBody,
} from '@social-feed/contracts';
import { issuesOf } from '../../../lib/use-form';

/** Profile fields that the user edits. */
export interface ProfileFields {
  fullName: string;
  userName: string;
  bio: string;
  location: string;
  website: string;
  interests: string[];
}
export type ProfileField = keyof ProfileFields;

/** Returns the form's fields as stored: names come from the user, the rest from the board. */
export const profileFieldsOf = (user: CurrentUser, board: Board): ProfileFields => ({
  fullName: user.fullName,
  userName: user.userName,
  bio: board.bio,
  location: board.location,
  website: board.website,
  interests: board.interests,
});

/** Adds `https://` to a bare host. */
export const withProtocol = (website: string): string => {
  const written = website.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#].*)?$/u.test(written) ? `https://${written}` : written;
};

/** Parses comma-separated interests and removes duplicates, ignoring case. */
export const parseInterests = (text: string): string[] => {
  const words = text.split(',').map((word) => word.trim());
  return [...new Map(words.filter((word) => word !== '').map((word) => [word.toLowerCase(), word])).values()];
};

interface ProfileChange {
  names: { fullName?: string; userName?: string };
  board: UpdateBoardBody;
}

/** Returns only the fields that changed. */
export const changeOf = (before: ProfileFields, now: ProfileFields): ProfileChange => {
  const differing = <N extends ProfileField>(name: N, value: ProfileFields[N]) =>
    JSON.stringify(value) === JSON.stringify(before[name]) ? {} : { [name]: value };
  return {
    names: { ...differing('fullName', now.fullName.trim()), ...differing('userName', now.userName.trim()) },
    board: {
      ...differing('bio', now.bio.trim()),
      ...differing('location', now.location.trim()),
      ...differing('website', withProtocol(now.website)),
      ...differing('interests', now.interests),
    },
  };
};

/** Whether the change has no fields. */
export const isEmptyChange = ({ names, board }: ProfileChange): boolean =>
  Object.keys(names).length + Object.keys(board).length === 0;

/** Validation errors of a change, by field. */
export const problemsOf = ({ names, board }: ProfileChange): Partial<Record<string, string>> => ({
  ...issuesOf(updateUser.body?.safeParse(names).error),
  ...issuesOf(updateBoard.body?.safeParse(board).error),
});
