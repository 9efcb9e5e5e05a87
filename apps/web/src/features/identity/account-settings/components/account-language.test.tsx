import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from '../../../../lib/browser';
import { toast } from '../../../../lib/toast';
import { ViewerProvider } from '../../../../lib/viewer';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { AccountLanguage } from './account-language';

const LANGUAGES = [
  ['en', 'English'],
  ['ar', 'العربية'],
] as const;

beforeEach(() => {
  document.cookie = 'sf_language=; Max-Age=0; Path=/';
});

const choose = async (answer: () => Response) => {
  const bodies: unknown[] = [];
  server.use(
    http.patch(`/api/users/${testUser()._id}`, async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  const reload = vi.spyOn(browser, 'reload').mockReturnValue();
  render(
    <ViewerProvider value={{ status: 'signed-in', user: testUser() }}>
      <AccountLanguage languages={LANGUAGES} />
    </ViewerProvider>,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'ar');
  return { bodies, reload };
};

it('keeps a choice in the account, then loads the page again [B47-13]', async () => {
  const { bodies, reload } = await choose(() => HttpResponse.json({ success: true, data: testUser() }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(bodies).toEqual([{ locale: 'ar' }]);
  expect(document.cookie).toContain('sf_language=ar');
});

it('says that the account did not keep it', async () => {
  const error = vi.spyOn(toast, 'error').mockReturnValue();
  const { reload } = await choose(() =>
    HttpResponse.json({ success: false, message: 'Service temporarily unavailable' }, { status: 503 }),
  );
  await waitFor(() => expect(error).toHaveBeenCalledOnce());
  expect(reload).not.toHaveBeenCalled();
  expect(document.cookie).not.toContain('sf_language');
});
