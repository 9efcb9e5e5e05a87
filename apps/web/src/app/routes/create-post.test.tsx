import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { feedSeed } from '../../cache/feed-seed';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const id = '65f0000000000000000000b1';
const post = {
  _id: id,
  title: 'Bread',
  description: '',
  images: [],
  videos: [],
  media: [],
  tags: [],
  location: '',
  createdAt: '2026-01-02T03:04:05.000Z',
  editedAt: null,
  views: 0,
  likes: 0,
  commentsCount: 0,
  reactions: { likes: 0, dislikes: 0, shares: 0, saves: 0 },
  userInteraction: { liked: false, disliked: false, saved: false, viewed: false },
  isPinned: false,
  isBookmarked: false,
  user: { _id: testUser()._id, userName: 'ada', fullName: 'Ada Byron', profilepic: '', isFollowing: false },
};
const submit = () => screen.findByRole('button', { name: 'Post' });

describe('the composer', () => {
  it('publishes what was written, forgets the seed and opens the post', async () => {
    const seen: { body: unknown; key: string | null }[] = [];
    server.use(
      http.post('/api/posts', async ({ request }) => {
        seen.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
        return HttpResponse.json({ success: true, data: post }, { status: 201 });
      }),
      http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
    );
    feedSeed.replace(7);
    const { address, user } = renderApp({ user: testUser(), url: '/createpost' });
    await user.type(await screen.findByLabelText('Title'), ' Bread ');
    await user.type(screen.getByLabelText('Tags'), '#rye, Oven rye');
    await user.type(screen.getByLabelText('Picture address'), 'https://pictures.example/a.jpg{Enter}');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${id}`));
    expect(seen).toEqual([
      {
        body: {
          title: 'Bread',
          description: '',
          tags: ['rye', 'Oven'],
          location: '',
          images: ['https://pictures.example/a.jpg'],
          videos: [],
        },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect(sessionStorage.getItem('feed-seed')).toBeNull();
    expect(localStorage.getItem(`post-draft:${testUser()._id}`)).toBeNull();
  });

  it('asks for something to publish, and refuses addresses that are no web pictures', async () => {
    const { user } = renderApp({ user: testUser(), url: '/createpost' });
    await user.click(await submit());
    expect(screen.getByRole('alert')).toHaveTextContent('Write a title or a text, or add a picture.');
    await user.type(screen.getByLabelText('Picture address'), 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add picture' }));
    expect(screen.getByText('Image address must be an http or https address')).toBeVisible();
    await user.type(screen.getByLabelText('Title'), 'x'.repeat(151));
    await user.click(await submit());
    expect(screen.getByText('Title must be at most 150 characters')).toBeVisible();
  });

  it('keeps the draft when the call fails, and after a reload', async () => {
    server.use(
      http.post('/api/posts', () =>
        HttpResponse.json({ success: false, message: 'Not today' }, { status: 400 }),
      ),
    );
    const { unmount, user } = renderApp({ user: testUser(), url: '/createpost' });
    await user.type(await screen.findByLabelText('What is on your mind?'), 'A long thought');
    await user.click(await submit());
    expect(await screen.findByText(/Not today/)).toBeVisible();
    unmount();
    renderApp({ user: testUser(), url: '/createpost' });
    expect(await screen.findByLabelText('What is on your mind?')).toHaveValue('A long thought');
  });

  it('suggests tags, shows what is left and previews the card', async () => {
    const { user } = renderApp({ user: testUser(), url: '/createpost' });
    await user.type(await screen.findByLabelText('Tags'), 'rye, gard');
    await user.click(screen.getByRole('button', { name: 'Add tag garden' }));
    expect(screen.getByLabelText('Tags')).toHaveValue('rye, garden, ');
    await user.click(screen.getByLabelText('Title'));
    await user.paste('Rows of beans '.repeat(10));
    expect(screen.getByText('11 characters left')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Preview' })).toBeVisible();
    expect(screen.getByText('#garden')).toBeInTheDocument();
  });

  it('asks before a link leaves unsent work', async () => {
    const { address, user } = renderApp({ user: testUser(), url: '/createpost' });
    await user.type(await screen.findByLabelText('Title'), 'Half');
    const link = screen.getAllByRole('link', { name: 'Search' })[0]!;
    await user.click(link);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(address()).toBe('/createpost');
    await user.click(link);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/search'));
  });

  it('changes an own post, and refuses those of others', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`/api/posts/${id}`, () => HttpResponse.json({ success: true, data: post })),
      http.put(`/api/posts/${id}`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ success: true, data: { ...post, title: 'Bread and salt' } });
      }),
      http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
    );
    const own = renderApp({ user: testUser(), url: `/createpost?edit=${id}` });
    await own.user.type(await screen.findByLabelText('Title'), ' and salt');
    await own.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(own.address()).toBe(`/p/${id}`));
    expect(bodies).toEqual([expect.objectContaining({ title: 'Bread and salt', tags: [] })]);
    own.unmount();
    renderApp({ user: testUser({ _id: '65f0000000000000000000a2' }), url: `/createpost?edit=${id}` });
    expect(await screen.findByText('This is not your post')).toBeVisible();
  });
});
