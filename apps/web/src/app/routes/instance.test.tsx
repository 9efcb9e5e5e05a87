import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { browser } from '../../lib/browser';
import { STORED_INSTANCE, useInstanceStore } from '../../lib/instance-store';
import { loadInstance } from '../../lib/load-instance';
import { makeInstance, serveInstance } from '../../testing/make-instance';
import { makePost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { serveFeedOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const know = (...change: Parameters<typeof makeInstance>) =>
  act(() => useInstanceStore.setState({ known: makeInstance(...change) }));
const LONG = 'The Quiet Harbour at the End';

describe('the name', () => {
  it('is in the title, next to the logo and in the footer of the first screen [B18-4]', async () => {
    know({ name: LONG, logo: 'https://harbour.example/logo.webp' });
    const { container } = renderApp({ user: null, url: '/login' });
    expect(await screen.findByText(`© 2024 ${LONG}. All rights reserved.`)).toBeVisible();
    expect(document.title).toBe(`Sign In · ${LONG}`);
    expect(screen.getByText(LONG)).toBeVisible();
    expect(container.querySelector('main img')).toHaveAttribute('src', 'https://harbour.example/logo.webp');
    expect(container).not.toHaveTextContent('Social Feed');
    know({ name: 'Musikverein e. V.' });
    expect(screen.getByText('© 2024 Musikverein e. V. All rights reserved.')).toBeVisible();
  });

  it('heads the feed, and is cut off if it is long [B18-4]', async () => {
    know({ name: LONG });
    server.use(serveFeedOf([makePost()]));
    renderApp({ user: testUser() });
    expect(await screen.findByRole('heading', { level: 1, name: LONG })).toHaveClass('truncate');
    await waitFor(() => expect(document.title).toBe(LONG));
  });

  it('is fetched again and stored for the next first paint; without an answer the last one stays [B18-4]', async () => {
    server.use(serveInstance({ name: 'Quay', accent: '#c2410c' }));
    await loadInstance();
    const root = document.documentElement;
    expect(JSON.parse(localStorage.getItem(STORED_INSTANCE) ?? '')).toMatchObject({ name: 'Quay' });
    expect([root.dataset['accent'], root.style.getPropertyValue('--host')]).toEqual(['', '#c2410c']);
    server.use(http.get('*/api/instance', () => HttpResponse.error()));
    await expect(loadInstance()).rejects.toMatchObject({ code: 'NETWORK' });
    expect(useInstanceStore.getState().known?.name).toBe('Quay');
    server.use(serveInstance());
    await loadInstance();
    expect(root.dataset['accent']).toBeUndefined();
  });
});

describe('a provider without keys', () => {
  const signIn = { password: true, google: true, facebook: false, linkedin: false, oidc: null };

  it('has no button if that is known from the start [B18-9]', async () => {
    know({ signIn });
    renderApp({ user: null, url: '/login' });
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Facebook|LinkedIn/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Continue with X/ })).toBeVisible();
  });

  it.each(['/login', '/i/account/signup'])(
    'at %s keeps its button, which says so, if that is known later [B18-9]',
    async (url) => {
      const { user } = renderApp({ user: null, url });
      await screen.findByRole('button', { name: 'Continue with Facebook' });
      know({ signIn });
      const button = await screen.findByRole('button', {
        name: /Continue with Facebook.*Not available here/,
      });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      await user.click(button);
      expect(useSessionStore.getState().oauthInProgress).toBe(false);
      expect(await screen.findByText('Facebook: Not available here')).toBeVisible();
    },
  );
});

describe('the provider of the host', () => {
  const signIn = { password: true, google: true, facebook: true, linkedin: true, oidc: 'Club ID' };

  it.each(['/login', '/i/account/signup'])(
    'has a button at %s, and none without a name [B22-12]',
    async (url) => {
      const plain = renderApp({ user: null, url });
      expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Continue with Club ID' })).toBeNull();
      plain.unmount();
      server.use(serveInstance({ signIn }));
      know({ signIn });
      const leave = vi.spyOn(browser, 'leaveFor').mockImplementation(() => undefined);
      const { user } = renderApp({ user: null, url });
      await user.click(await screen.findByRole('button', { name: 'Continue with Club ID' }));
      expect(leave).toHaveBeenCalledWith(expect.stringContaining('/auth/oidc?'));
    },
  );
});

describe('the announcement', () => {
  const open = (announcement: string) => {
    know({ announcement });
    server.use(serveFeedOf([makePost()]));
    return renderApp({ user: testUser() });
  };
  const line = () => screen.queryByText('Back at noon');

  it('stands above the feed until it is dismissed, and stays away then [B18-8]', async () => {
    const first = open('Back at noon');
    expect((await screen.findByText('Back at noon')).closest('[role=status]')).toBeVisible();
    await first.user.click(screen.getByRole('button', { name: 'Dismiss the announcement' }));
    expect(line()).toBeNull();
    first.unmount();
    const second = open('Back at noon');
    await screen.findByRole('article');
    expect(line()).toBeNull();
    second.unmount();
    open('Back at one');
    expect(await screen.findByText('Back at one')).toBeVisible();
  });

  it('does not move the feed if it arrives later [B18-8]', async () => {
    server.use(serveFeedOf([makePost()]));
    renderApp({ user: testUser() });
    await screen.findByRole('article');
    know({ announcement: 'Back at noon' });
    expect(line()).toBeNull();
  });
});

describe('the texts of the host', () => {
  it('are linked in the footer where they are; the rest says Coming Soon [B18-7]', async () => {
    know({ texts: ['terms', 'imprint'], rules: ['Be kind'], contact: 'office@harbour.example' });
    const { user } = renderApp({ user: null, url: '/login' });
    const support = within(await screen.findByRole('navigation', { name: 'Support' }));
    const hrefs = support.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(hrefs).toEqual([
      ['Help Center', '/login'],
      ['Contact Us', 'mailto:office@harbour.example'],
      ['Privacy Policy', '/login'],
      ['Terms', '/i/texts/terms'],
      ['Rules', '/i/texts/rules'],
      ['Imprint', '/i/texts/imprint'],
    ]);
    await user.click(support.getByRole('link', { name: 'Privacy Policy' }));
    expect(await screen.findByText('Privacy Policy: Coming Soon')).toBeVisible();
  });

  it('have pages for everybody, with links in the text [B18-7]', async () => {
    const text = 'First.\n\nSee https://harbour.example/more <b>now</b>';
    server.use(
      http.get('*/api/instance/texts/terms', () =>
        HttpResponse.json({ success: true, data: { text, language: 'de' } }),
      ),
    );
    renderApp({ user: null, url: '/i/texts/terms' });
    expect(await screen.findByText('First.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'https://harbour.example/more' })).toBeVisible();
    expect(screen.getByText(/<b>now<\/b>/).closest('[lang]')).toHaveAttribute('lang', 'de');
    expect(document.title).toBe('Terms · Social Feed');
  });

  it('show an error with a retry, and the not-found page where there is none [B18-7]', async () => {
    server.use(http.get('*/api/instance/texts/privacy', () => HttpResponse.error()));
    const first = renderApp({ user: null, url: '/i/texts/privacy' });
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    first.unmount();
    const missing = { success: false, message: 'None', code: 'NOT_FOUND' };
    server.use(
      http.get('*/api/instance/texts/imprint', () => HttpResponse.json(missing, { status: 404 })),
      serveInstance(),
    );
    for (const text of ['imprint', 'rules', 'else']) {
      const view = renderApp({ user: null, url: `/i/texts/${text}` });
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
      view.unmount();
    }
  });

  it('are linked from About Us, which has the description [B18-7]', async () => {
    know({ description: 'By the sea', texts: ['privacy'], rules: ['Be kind'] });
    renderApp({ user: testUser(), url: '/about' });
    expect(await screen.findByText('By the sea')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Rules' })).toHaveAttribute('href', '/i/texts/rules');
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Terms' })).toBeNull();
  });

  it('number the rules on their page [B18-7]', async () => {
    server.use(serveInstance({ rules: ['Be kind', 'No spam'] }));
    renderApp({ user: null, url: '/i/texts/rules' });
    expect(await screen.findByText('No spam')).toBeVisible();
    expect(screen.getAllByRole('listitem').map((rule) => rule.textContent)).toEqual(['Be kind', 'No spam']);
  });
});
