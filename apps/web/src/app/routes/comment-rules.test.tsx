import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerPosts,
  DRAFT,
  open,
  post,
  published,
  sentPosts,
  startComposer,
  submit,
  title,
  fromMenu,
} from '../../testing/composer';
import { makeServerPost } from '../../testing/make-post';
import { setWindowWidth } from '../../testing/media';
import { renderApp } from '../../testing/render-app';
import { serveFeedOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { installFakeSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 60_000 });

/** The first test of a file also loads the app. */
const SLOW = { timeout: 30_000 };

beforeEach(startComposer);

const who = () => screen.getByRole('combobox', { name: 'Who can comment' });
const until = () => screen.getByRole('combobox', { name: 'Close comments' });

describe('who may comment on a new post', () => {
  it('follows the settings unless the author chooses, and survives a reload [B24-7]', async () => {
    answerPosts(published);
    const first = open();
    await fromMenu(first.user, 'Who can comment');
    expect(who()).toHaveDisplayValue('As in my settings');
    await first.user.selectOptions(who(), 'People I follow');
    await first.user.selectOptions(until(), 'After 7 days');
    await first.user.type(await title(), 'Bread');
    first.unmount();
    expect(JSON.parse(localStorage.getItem(DRAFT)!)).toMatchObject({ commenting: 'followed' });
    const { user, address } = open();
    await title();
    expect(who()).toHaveDisplayValue('People I follow');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({ commenting: 'followed', commentsCloseAfter: 7 });
  });

  it('is not sent if nothing was chosen', async () => {
    answerPosts(published);
    const { user, address } = open();
    await user.type(await title(), 'Bread');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).not.toHaveProperty('commenting');
    expect(sentPosts[0]!.body).not.toHaveProperty('commentsCloseAfter');
  });

  it.each([375, 1440])('is in the menu at %i px, beside what else is rare [B24-7]', async (width) => {
    setWindowWidth(width);
    answerPosts(published);
    const { user } = open();
    await title();
    await user.click(screen.getByRole('button', { name: 'More for this post' }));
    const items = await screen.findAllByRole('menuitem', undefined, SLOW);
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Add tags',
      'Choose the language',
      'Add a warning',
      'Who can comment',
      'Add from a link',
      'Publish later…',
      'Save as draft',
      'Drafts',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Who can comment' }));
    await waitFor(() => expect(who()).toHaveFocus());
  });
});

describe('who may comment on an own post', () => {
  const viewer = testUser();
  const author = { _id: viewer._id, userName: viewer.userName, fullName: viewer.fullName, profilepic: '' };
  const own = makeServerPost({ title: 'Bread', user: { ...author, isFollowing: false } });
  const sent: unknown[] = [];
  const serve = (answer: () => Response) => {
    sent.length = 0;
    installFakeSight();
    server.use(
      http.put('*/api/posts/:id', async ({ request }) => {
        sent.push(await request.json());
        return answer();
      }),
      serveFeedOf([own]),
      http.get('*/api/*', () => HttpResponse.json({}, { status: 404 })),
    );
  };
  const openMenu = async () => {
    const app = renderApp({ user: viewer });
    await app.user.click(await screen.findByRole('button', { name: 'Post options' }, SLOW));
    return { app, group: await screen.findByRole('group', { name: 'Who can comment' }, SLOW) };
  };
  const chosen = async () => {
    const group = await screen.findByRole('group', { name: 'Who can comment' }, SLOW);
    return within(group)
      .getAllByRole('menuitemradio')
      .filter((item) => item.getAttribute('aria-checked') === 'true')
      .map((item) => item.textContent);
  };

  it('is chosen in its options [B24-8]', async () => {
    serve(() => HttpResponse.json({ success: true, data: { ...own, commenting: 'nobody' } }));
    const { app, group } = await openMenu();
    expect(await chosen()).toEqual(['Everybody']);
    await app.user.click(within(group).getByRole('menuitemradio', { name: 'Nobody' }));
    await screen.findByText('Saved who can comment');
    expect(sent).toEqual([{ commenting: 'nobody' }]);
    await app.user.click(screen.getByRole('button', { name: 'Post options' }));
    expect(await chosen()).toEqual(['Nobody']);
  });

  it('goes back with the reason if the server refuses [B24-8]', async () => {
    serve(() => HttpResponse.json({ success: false, message: 'Not today' }, { status: 400 }));
    const { app, group } = await openMenu();
    await app.user.click(within(group).getByRole('menuitemradio', { name: 'Nobody' }));
    await screen.findByText('Failed to update post: 400');
    await app.user.click(screen.getByRole('button', { name: 'Post options' }));
    expect(await chosen()).toEqual(['Everybody']);
  });

  it('is in its form with the days [B24-8]', async () => {
    serve(() => HttpResponse.json({ success: true, data: own }));
    const ruled = { ...own, commenting: 'followed', commentsCloseAt: '2026-11-23T09:00:00.000Z' };
    server.use(http.get(`*/api/posts/${own._id}`, () => HttpResponse.json({ success: true, data: ruled })));
    const { user } = renderApp({ user: viewer, url: `/createpost?edit=${own._id}` });
    await title();
    expect(who()).toHaveDisplayValue('People I follow');
    expect(until()).toHaveDisplayValue('After 3 days');
    await user.selectOptions(until(), 'Never');
    await user.click(await submit('Save'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ commenting: 'followed', commentsCloseAfter: null });
  });
});

describe('Settings › Your posts', () => {
  const section = () => screen.findByRole('region', { name: 'Comments on your posts' }, SLOW);

  it('has who may comment on new posts, saved at once [B24-9]', async () => {
    const sent: unknown[] = [];
    server.use(
      http.patch('*/api/posts/settings', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({
          success: true,
          data: { commenting: 'followed', commentsCloseAfter: null, deleteAfter: null },
        });
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/settings/posts' });
    await section();
    await screen.findByRole('combobox', { name: 'Who can comment' }, SLOW);
    expect(who()).toHaveDisplayValue('Everybody');
    await user.selectOptions(who(), 'People I follow');
    expect(who()).toHaveDisplayValue('People I follow');
    await waitFor(() => expect(sent).toEqual([{ commenting: 'followed' }]));
  });

  it('takes a refused change back with the reason [B24-9]', async () => {
    server.use(
      http.patch('*/api/posts/settings', () => HttpResponse.json({ message: 'Not today' }, { status: 400 })),
    );
    const { user } = renderApp({ user: testUser(), url: '/settings/posts' });
    await section();
    await screen.findByRole('combobox', { name: 'Close comments' }, SLOW);
    await user.selectOptions(until(), 'After 30 days');
    await screen.findByText('Not today');
    expect(until()).toHaveDisplayValue('Never');
  });
});
