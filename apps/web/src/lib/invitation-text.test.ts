import { expect, it } from 'vitest';
import { invitationText } from './invitation-text';

it.each([
  [0, 1, '0 of 1 use left'],
  [2, 3, '2 of 3 uses left'],
])('says that %i of %i uses are left', (usesLeft, uses, text) => {
  expect(invitationText({ uses, usesLeft, expiresAt: null, came: [] })).toBe(text);
});
