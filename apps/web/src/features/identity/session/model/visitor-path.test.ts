import { expect, it } from 'vitest';
import { paths } from '../../../../config/paths';
import { visitorPath } from './visitor-path';

it.each([
  '/settings',
  '/settings/profile?x=1',
  '/admin#reports',
  '/createpost/drafts',
  '/CreatePost?draft=1',
  '/collections/00000000000000000000000a',
  '/message/@ada',
  '/i/twitty',
])('leads visitors home from %s', (path) => expect(visitorPath(path)).toBe(paths.home.getHref()));

it.each(['/p/1?comment=2', '/ada', '/settingsfan', '/search?q=/settings', '/today', '/c/x', '/messages'])(
  'leads visitors to %s',
  (path) => expect(visitorPath(path)).toBe(path),
);
