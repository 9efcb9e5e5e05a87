import type { PeopleChange, WordChange } from '@social-feed/contracts';
import { api } from '../../lib/api-client';

/** Sends changed follows, blocks and mutes to the account. Throws ApiError. */
export const sendChanges = (changes: (PeopleChange | WordChange)[]) =>
  api.call('changePeople', { body: { changes }, keepalive: true });
