import type { Board, CurrentUser } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { toast } from '../../../lib/toast';
import { asRecord, readLocal, writeLocal } from '../../../lib/json';
import { saveBoard, saveNames } from '../api/own-profile';
import {
  changeOf,
  isEmptyChange,
  problemsOf,
  profileFieldsOf,
  type ProfileField,
  type ProfileFields,
} from '../profile-fields';
import { NO_PROBLEMS, useAction } from './use-action';

interface ProfileFormOptions {
  user: CurrentUser;
  board: Board;
  /** What the server keeps now. */
  onUser: (user: CurrentUser) => void;
  onBoard: (board: Board) => void;
}

const isTyped = (value: unknown): value is Partial<ProfileFields> =>
  value !== null &&
  Object.entries(asRecord(value)).every(([field, held]) =>
    field === 'interests'
      ? Array.isArray(held) && held.every((word) => typeof word === 'string')
      : typeof held === 'string',
  );

/** What of `now` is not as it was in `sent`. */
const without = (now: Partial<ProfileFields>, sent: Partial<ProfileFields>): Partial<ProfileFields> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field as ProfileField]));

/** Fields of the own profile: only what changed is sent, and what was typed outlives every refusal and the page. */
export const useProfileForm = ({ user, board, onUser, onBoard }: ProfileFormOptions) => {
  const saved = profileFieldsOf(user, board);
  const draftKey = `profile-draft:${user._id}`;
  /** What was typed over what is saved: kept in this browser until it is saved or discarded. */
  const [typed, setTyped] = useState(() => readLocal(draftKey, isTyped, {}));
  const { busy, problems, setProblems, run } = useAction();
  const fields = { ...saved, ...typed };
  const change = changeOf(saved, fields);
  const dirty = !isEmptyChange(change);

  useEffect(() => writeLocal(draftKey, dirty ? typed : null), [draftKey, dirty, typed]);

  const set = <F extends ProfileField>(field: F, value: ProfileFields[F]): void => {
    setTyped((now) => ({ ...now, [field]: value }));
    setProblems(NO_PROBLEMS);
  };
  const save = async (): Promise<void> => {
    const found = problemsOf(change);
    setProblems({ fields: found, message: null });
    if (!dirty || Object.keys(found).length > 0) return;
    const done = await run(async () => {
      if (Object.keys(change.names).length > 0) onUser(await saveNames(user._id, change.names));
      if (Object.keys(change.board).length > 0) onBoard(await saveBoard(board._id, change.board));
    });
    if (!done) return;
    // what was typed while it was saved is for the next time
    setTyped((now) => without(now, typed));
    toast.success('Your profile is saved');
  };
  const errorOf = (field: ProfileField): string | undefined =>
    Object.entries(problems.fields).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];

  return { fields, dirty, busy, problems, set, save, discard: () => setTyped({}), errorOf };
};
