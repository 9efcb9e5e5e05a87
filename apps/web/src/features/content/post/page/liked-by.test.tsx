import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { setPreference } from '../../../../lib/preferences';
import { idOf, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';

const people = ['Ada Lovelace', 'Grace Hopper', 'Mary Somerville', 'Emmy Noether'].map((fullName, index) => ({
  ...makeServerPost().user,
  _id: idOf(50 + index),
  fullName,
  userName: `person_${index}`,
}));

const open = (likes: number, answer: () => Response) => {
  const post = makeServerPost({ reactions: { likes, dislikes: 0, shares: 0, saves: 0 } });
  server.use(
    http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: post })),
    http.get('*/api/posts/:id/likes', answer),
    http.get('*/api/post-interactions/:id/status', () =>
      HttpResponse.json({
        success: true,
        data: { liked: false, disliked: false, saved: false, viewed: true },
      }),
    ),
    serveCommentsOf([]),
  );
  return renderApp({ user: testUser(), url: `/p/${post._id}` });
};
const list = (some: typeof people) => () =>
  HttpResponse.json({ success: true, data: some, nextCursor: null });

// loaded here, so that no test waits for it
beforeAll(() => import('./post-screen'));
beforeEach(() => setPreference('hideCounts', 'off'));
afterEach(() => {
  setPreference('hideCounts', 'off');
  useDialogStore.setState({ current: null });
});

// the test page has no layout, so it joins the parts without a space
it.each([
  [1, people.slice(0, 1), /^Who liked this: ?Ada Lovelace$/, 1],
  [2, people.slice(0, 2), /^Who liked this: ?Ada Lovelace ?and 1 other$/, 2],
  [40, people, /^Who liked this: ?Ada Lovelace ?and 39 others$/, 3],
] as const)('names the latest of %i who like a post, with faces', async (likes, some, name, faces) => {
  open(likes, list([...some]));
  const button = await screen.findByRole('button', { name });
  expect(button.querySelector('[aria-hidden]')?.children).toHaveLength(faces);
});

it('says no number if counts are hidden', async () => {
  setPreference('hideCounts', 'on');
  open(40, list(people));
  expect(await screen.findByRole('button', { name: /^Who liked this: ?Ada Lovelace$/ })).toBeVisible();
});

it.each([
  ['fails', () => new HttpResponse(null, { status: 500 })],
  ['names nobody', list([])],
] as const)('opens the list without names if the call %s', async (_case, answer) => {
  const { user } = open(3, answer);
  await user.click(await screen.findByRole('button', { name: 'Who liked this' }));
  expect(useDialogStore.getState().current).not.toBeNull();
});
