import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { setPreference } from '../../../../lib/preferences';
import { createQueryClient } from '../../../../lib/query-client';
import { makePost, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { serveFeedOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { PostCard } from './post-card';

const viewer = testUser();
const card = {
  url: 'https://news.example/sea',
  site: 'news.example',
  title: 'The sea',
  description: 'Waves',
  image: `/media/remote/${'a'.repeat(32)}/aHR0/1280.webp`,
};

const show = (fields: Parameters<typeof makePost>[0]) =>
  render(<PostCard post={makePost(fields)} />, { wrapper: withViewer(createQueryClient(), viewer) });
const cardLink = () => screen.findByRole<HTMLAnchorElement>('link', { name: 'The sea' }, { timeout: 20_000 });

afterEach(() => setPreference('dataSaver', 'system'));

it('links to the page with its host, description and picture [B23-5]', async () => {
  const { container } = show({ card });
  const link = await cardLink();
  expect([link.href, link.target, link.rel]).toEqual([
    card.url,
    '_blank',
    'nofollow ugc noopener noreferrer',
  ]);
  screen.getByText('news.example');
  screen.getByText('Waves');
  const picture = container.querySelector<HTMLImageElement>('img[alt=""][loading="lazy"][width="96"]');
  expect(picture?.getAttribute('src')).toBe(card.image.replace('1280', '320'));
  expect(screen.queryByRole('button', { name: 'Remove link preview' })).toBeNull();
});

it.each([
  ['with data saver', {}, 'on'],
  ['in a sensitive post', { sensitive: true }, 'system'],
] as const)('loads no picture %s', async (_when, fields, dataSaver) => {
  setPreference('dataSaver', dataSaver);
  const { container } = show({ card, ...fields });
  await cardLink();
  expect(container.querySelector('img[width="96"]')).toBeNull();
});

it('stays behind a content warning', async () => {
  show({ card, contentWarning: 'Spoilers' });
  await screen.findByRole('button', { name: 'Show' }, { timeout: 20_000 });
  expect(screen.queryByRole('link', { name: 'The sea' })).toBeNull();
});

it('names media of other sites and loads none of them [B23-3]', async () => {
  const { container } = show({
    outside: [
      { kind: 'image', url: 'https://pictures.example/a.png' },
      { kind: 'video', url: 'https://clips.example:8443/b.mp4' },
    ],
  });
  const link = await screen.findByRole<HTMLAnchorElement>(
    'link',
    { name: 'Picture from pictures.example' },
    { timeout: 20_000 },
  );
  expect([link.href, link.rel]).toEqual([
    'https://pictures.example/a.png',
    'nofollow ugc noopener noreferrer',
  ]);
  screen.getByRole('link', { name: 'Video from clips.example:8443' });
  expect(container.innerHTML).not.toMatch(/(src|poster)="https:/);
});

const serveOwn = (answer: () => Response) => {
  const post = makeServerPost({ user: { ...makeServerPost().user, _id: viewer._id }, card });
  server.use(serveFeedOf([post]), http.delete(`*/api/posts/${post._id}/card`, answer));
  const { card: _card, ...rest } = post;
  return rest;
};

it('is taken away by the author, with the focus on the post [B23-6]', async () => {
  let calls = 0;
  const rest = serveOwn(() => {
    calls += 1;
    return HttpResponse.json({ success: true, message: 'Link card removed', data: rest });
  });
  const { user } = renderApp({ user: viewer });
  await cardLink();
  await user.click(screen.getByRole('button', { name: 'Remove link preview' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'The sea' })).toBeNull());
  expect(document.activeElement?.tagName).toBe('ARTICLE');
  await waitFor(() => expect(calls).toBe(1));
  within(document.activeElement as HTMLElement).getByRole('heading');
});

it('comes back if the server does not take it away [B23-6]', async () => {
  serveOwn(() =>
    HttpResponse.json({ success: false, message: 'Post not found', code: 'NOT_FOUND' }, { status: 404 }),
  );
  renderApp({ user: viewer });
  await cardLink();
  await userEvent.click(screen.getByRole('button', { name: 'Remove link preview' }));
  await screen.findByText('Post not found', {}, { timeout: 20_000 });
  await cardLink();
});
