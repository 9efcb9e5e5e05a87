import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from '../../../../lib/browser';
import { startSession, store, user } from '../../../../testing/session-store';
import { readSession } from '../api/read-session';
import { enterSession } from './enter-session';

const LANGUAGES = [
  ['en', 'English'],
  ['ar', 'العربية'],
] as const;
const sessionIn = (locale?: string) => readSession({ user: { ...user, ...(locale && { locale }) } });

beforeEach(() => {
  document.cookie = 'sf_language=; Max-Age=0; Path=/';
  startSession();
});

it('loads the page again in the language of the account, before anything of it shows [B47-13]', async () => {
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  const entered = vi.fn();
  void enterSession(sessionIn('ar'), LANGUAGES).then(entered);
  await Promise.resolve();
  expect(reload).toHaveBeenCalledOnce();
  expect(document.cookie).toContain('sf_language=ar');
  expect([store().currentUser, entered.mock.calls]).toEqual([null, []]);
});

it.each([undefined, 'en', 'xx'])('enters at once with the language %s', async (locale) => {
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  await enterSession(sessionIn(locale), LANGUAGES);
  expect(store().currentUser).toMatchObject({ userName: 'ada' });
  expect(reload).not.toHaveBeenCalled();
});

it('lets the next page be in the language of the account [B47-13]', async () => {
  await enterSession(sessionIn('en'), LANGUAGES);
  expect(document.cookie).toContain('sf_language=en');
});
