import { changePeople, type PeopleChange, type WordChange } from '@social-feed/contracts';
import { api } from '../../lib/api-client';

/** Tells the account whom its owner follows, blocks and mutes from now on. Throws ApiError. */
export const sendChanges = (changes: (PeopleChange | WordChange)[]) =>
  api.call(changePeople, { body: { changes }, keepalive: true });
