import {
  EMPTY_PROFILE,
  filled,
  trimmed,
  updateBoard,
  updateUser,
  type Board,
  type CurrentUser,
  type UpdateBoardBody,
} from '@social-feed/contracts';
import { splitAtCommas } from '../../../lib/separators';
import { issuesOf } from '../../../lib/use-form';

type Names = Pick<CurrentUser, 'fullName' | 'userName'>;

/** The fields of the board in the form; the cover has another form. */
const { coverPhoto: _cover, ...EMPTY_FIELDS } = EMPTY_PROFILE;

/** Profile fields that the user edits. */
export type ProfileFields = Names & typeof EMPTY_FIELDS;

/** Returns the form's fields as stored: names come from the user, the rest from the board. */
export const profileFieldsOf = ({ fullName, userName }: Names, board: Board): ProfileFields => ({
  fullName,
  userName,
  ...filled(EMPTY_FIELDS, board),
});

export const PROTOCOL = 'https://';

/** Adds the protocol to a bare host. */
export const withProtocol = (website: string): string => {
  const written = website.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#].*)?$/u.test(written) ? `${PROTOCOL}${written}` : written;
};

/** Parses interests between commas of any script, and removes duplicates, ignoring case. */
export const parseInterests = (text: string): string[] => {
  const words = splitAtCommas(text).map((word) => word.trim());
  return [...new Map(words.filter((word) => word !== '').map((word) => [word.toLowerCase(), word])).values()];
};

interface ProfileChange {
  names: Partial<Names>;
  board: UpdateBoardBody;
}

const changed = <T extends object>(before: T, now: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>;

/** Returns only the fields that changed. */
export const changeOf = (before: ProfileFields, now: ProfileFields): ProfileChange => {
  const { fullName, userName, ...board } = { ...trimmed(now), website: withProtocol(now.website) };
  return {
    names: changed<Names>(before, { fullName, userName }),
    board: changed<typeof EMPTY_FIELDS>(before, board),
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
