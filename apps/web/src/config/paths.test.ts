import { isReservedUserName } from '@social-feed/contracts';
import { expect, it } from 'vitest';
import { paths } from './paths';

it('reserves the first path segment of every address from user names', () => {
  const first = Object.values(paths).map(({ path }) => path.split('/')[1] ?? '');
  const names = first.filter((name) => name !== '' && !name.startsWith(':'));
  expect(names).toContain('createpost');
  expect(names.filter((name) => !isReservedUserName(name))).toEqual([]);
});
