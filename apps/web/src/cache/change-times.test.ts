import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFollowStore } from '../features/content/post/reactions/follow';
import { changeOfPress } from '../features/content/post/reactions/waiting-reactions';
import { noteServerTime } from '../lib/server-clock';
import { DAY } from '../lib/time';
import { idOf, makePost } from '../testing/make-post';
import { blockAuthor, unblockAuthor } from './blocking';
import { chooseLanguages } from './language-store';
import { muteWord, unmuteWord } from './muting';
import { pendingChangesOf, storePendingChanges } from './pending-changes';

const ME = idOf(902);
const ADA = { _id: idOf(1), userName: 'ada', fullName: 'Ada' };
const at = () => [...pendingChangesOf(ME).values()].map((change) => change.at);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') });
  noteServerTime(new Date(Date.now() + DAY).toUTCString());
});
afterEach(() => {
  noteServerTime(new Date().toUTCString());
  storePendingChanges(ME, new Map());
  vi.useRealTimers();
});

// the account keeps the later of two changes, also if this device's clock is slow
it.each([
  ['a follow', () => useFollowStore.getState().set(ME, ADA._id, true)],
  ['a block', () => blockAuthor(ADA, undefined, ME)],
  [
    'an unblock',
    () => {
      blockAuthor(ADA, undefined, ME);
      storePendingChanges(ME, new Map());
      unblockAuthor(ADA._id);
    },
  ],
  ['a muted word', () => muteWord(ME, { word: 'storms' }, null)],
  ['an unmuted word', () => unmuteWord(ME, { word: 'storms' })],
  ['a choice of languages', () => chooseLanguages(ME, ['de'])],
])('%s has the time of the server [B2-3]', (_what, change) => {
  change();
  expect(at()).toEqual(['2026-11-26T12:00:00.000Z']);
});

it('a reaction has the time of the server [B2-3]', () => {
  expect(changeOfPress(makePost(), 'like').at).toBe('2026-11-26T12:00:00.000Z');
});
