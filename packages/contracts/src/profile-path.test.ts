import { expect, it } from 'vitest';
import { isLateReserved, profilePath } from './profile-path.js';
import { isReservedUserName } from './reserved-names.js';

it.each(['Collections', 'feed', 'Showcase', 'Today'])(
  'leads to a tab for %s, a name reserved after users could have it',
  (name) => {
    expect(isReservedUserName(name)).toBe(true);
    expect(isLateReserved(name)).toBe(true);
    expect(profilePath(name)).toBe(`/${name}/posts`);
  },
);

it('leads to the profile for other names', () => {
  expect(profilePath('ada')).toBe('/ada');
});
