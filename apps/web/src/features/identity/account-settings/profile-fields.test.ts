import type { Board } from '@social-feed/contracts';
import { expect, it } from 'vitest';
import { changeOf, profileFieldsOf, type ProfileFields } from './profile-fields';

const saved = profileFieldsOf({ fullName: 'Ada', userName: 'ada' }, {} as Board);

/** Another value of each field. */
const OTHER: ProfileFields = {
  fullName: 'Ada Lovelace',
  userName: 'ada_l',
  bio: 'Engines',
  location: 'London',
  website: 'https://ada.example',
  interests: ['looms'],
};

it.each(Object.entries(OTHER))('a change of %s alone is sent', (name, value: unknown) => {
  const { names, board } = changeOf(saved, { ...saved, [name]: value });
  expect({ ...names, ...board }).toEqual({ [name]: value });
});

it('nothing is sent for spaces alone', () => {
  expect(changeOf(saved, { ...saved, bio: ' ', location: ' ' })).toEqual({ names: {}, board: {} });
});
