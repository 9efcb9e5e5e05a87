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

interface ProfileChange {
  names: { fullName?: string; userName?: string };
  board: UpdateBoardBody;
}

/** What is to be sent: only the fields that differ. */
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

/** Whether nothing differs from what is stored. */
export const isEmptyChange = ({ names, board }: ProfileChange): boolean =>
  Object.keys(names).length + Object.keys(board).length === 0;

/** What is wrong with a change, by field. */
export const problemsOf = ({ names, board }: ProfileChange): Partial<Record<string, string>> => ({
  ...issuesOf(updateUser.body?.safeParse(names).error),
  ...issuesOf(updateBoard.body?.safeParse(board).error),
});
