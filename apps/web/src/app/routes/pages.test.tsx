import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { setWindowWidth } from '../../testing/media';
import { renderApp } from '../../testing/render-app';
import { servePostsOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const member = (url: string) => renderApp({ user: testUser(), url });
const title = (name: string) => screen.findByRole('heading', { name, level: 1 });
const grace = {
  _id: 'a'.repeat(24),
  userName: 'grace',
  fullName: 'Grace Hopper',
  profilepic: '',
  createdAt: '2025-01-01T00:00:00.000Z',
};
const serveGrace = () =>
  server.use(http.get('*/api/users/username/grace', () => HttpResponse.json({ success: true, data: grace })));

beforeEach(() => setWindowWidth(375));

describe('placeholders', () => {
  it.each([
    ['/notifications', 'Notifications'],
    ['/i/twitty', 'Chat-bot'],
    ['/search', 'Search'],
  ])('at %s are titled %s and say Coming Soon [F1-6 F2-7 A1-10]', async (url, name) => {
    server.use(servePostsOf([]));
    member(url);
    expect(await title(name)).toBeVisible();
    expect(screen.getAllByText('Coming Soon').length).toBeGreaterThan(0);
    await waitFor(() => expect(document.title).toBe(`${name} · Social Feed`));
  });

  it.each([375, 820, 1440])('show the chat-bot in a separate layout at %s px', async (width) => {
    setWindowWidth(width);
    member('/i/twitty');
    expect(await title('Chat-bot')).toBeVisible();
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
    // the columns are the same as on every page
    expect(await screen.findAllByRole('button', { name: /^Account of/ })).toHaveLength(1);
    expect(screen.queryAllByRole('complementary')).toHaveLength(width === 1440 ? 1 : 0);
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/home');
  });
});

describe('/message/@{userName}', () => {
  it('shows the user’s picture, full name and handle', async () => {
    serveGrace();
    member('/message/@grace');
    expect(await screen.findByText('Grace Hopper')).toBeVisible();
    expect(screen.getByText('@grace')).toBeVisible();
    expect(screen.getByText('Coming Soon')).toBeVisible();
  });

  it.each([
    ['nobody has the name', () => HttpResponse.json({ success: false, message: 'x' }, { status: 404 })],
    ['the server is away', () => HttpResponse.error()],
  ])('shows only the handle if %s', async (_why, answer) => {
    server.use(http.get('*/api/users/username/nobody', answer));
    member('/message/@nobody');
    expect(await screen.findByRole('heading', { name: '@nobody' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('static pages', () => {
  it('describe the app and credit external sources on About Us', async () => {
    member('/about');
    expect(await title('About Us')).toBeVisible();
    expect(screen.getByText(/unique, relaxing platform to learn about people's thoughts/)).toBeVisible();
    expect(screen.getByText(/no ads and no trackers/)).toHaveTextContent(
      'only pictures that people link to, and the feature cards you open, come from elsewhere',
    );
  });

  it('have a mailto link on Contact Us', async () => {
    member('/contact');
    expect(await title('Contact Us')).toBeVisible();
    const link = screen.getByRole('link', { name: 'hello@social-feed.example' });
    expect(link).toHaveAttribute('href', 'mailto:hello@social-feed.example');
  });

  it.each(['/no/such/page/here', '/grace/nonsense', '/i/nothing', '/notifications/more'])(
    'show the not-found page with a link home at %s',
    async (url) => {
      member(url);
      expect(await title('Page not found')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/home');
    },
  );

  it.each([
    ['Features', '/featurePanel'],
    ['Notifications', '/notifications'],
    ['Chat-bot', '/i/twitty'],
    ['About Us', '/about'],
    ['Contact Us', '/contact'],
  ])('open from the mobile More panel: %s', async (name, href) => {
    const { user, address } = member(href === '/about' ? '/contact' : '/about');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    const panel = await screen.findByRole('dialog', { name: 'More' });
    const listed = within(panel).getAllByRole('link');
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      'Features',
      'Notifications',
      'Chat-bot',
      'About Us',
      'Contact Us',
      "Today's hand",
      'Saved posts',
      'Drafts',
    ]);
    await user.click(within(panel).getByRole('link', { name }));
    await waitFor(() => expect(address()).toBe(href));
    expect(await title(name)).toBeVisible();
  });
});
