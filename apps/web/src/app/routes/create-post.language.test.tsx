import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '../../lib/preferences';
import {
  answerPosts,
  DRAFT,
  open,
  post,
  published,
  sentPosts,
  startComposer,
  submit,
  fromMenu,
} from '../../testing/composer';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const guesser = vi.hoisted(() => ({ guessLanguage: vi.fn<(text: string) => Promise<string | null>>() }));
vi.mock('@social-feed/contracts/guess-language', () => guesser);
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  startComposer();
  setPreference('dataSaver', 'system');
  guesser.guessLanguage
    .mockReset()
    .mockImplementation((text) =>
      Promise.resolve(text.includes('Brot') ? 'de' : text.includes('pain') ? 'fr' : null),
    );
});

const field = () => screen.findByRole('combobox', { name: 'Language' });
const text = () => screen.findByRole('textbox', { name: 'What is on your mind?' }, { timeout: 30_000 });
const guessed = (name: string) =>
  screen.findByRole('button', { name: `${name}, choose the language` }, { timeout: 5000 });

describe('the language of a new post', () => {
  it('is guessed once typing stops and shown; the API makes the same guess [B13-10]', async () => {
    answerPosts(published);
    const { user, address } = open();
    await text();
    expect(guesser.guessLanguage).not.toHaveBeenCalled();
    await user.type(await text(), 'Brot');
    await user.click(await guessed('German'));
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(await field()).toHaveValue('');
    expect(within(await field()).getByRole('option', { name: 'German (detected)' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /choose the language$/ })).toBeNull();
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    // a guess that arrived between two tries would make another body, and so a second post
    expect(sentPosts[0]!.body).not.toHaveProperty('language');
  });

  it('can be chosen, survives a reload, and says if the text looks different [B13-10]', async () => {
    answerPosts(published);
    const first = open();
    await first.user.type(await text(), 'Le pain');
    await fromMenu(first.user, 'Choose the language');
    await first.user.selectOptions(await field(), 'Catalan');
    expect(await screen.findByText('The text looks like French.')).toBeVisible();
    first.unmount();
    expect(JSON.parse(localStorage.getItem(DRAFT)!)).toMatchObject({ language: 'ca' });
    const { user, address } = open();
    expect(await field()).toHaveValue('ca');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({ language: 'ca' });
  });

  it('can be unknown [B13-10]', async () => {
    answerPosts(published);
    const { user, address } = open();
    await user.type(await text(), 'Brot');
    await fromMenu(user, 'Choose the language');
    await user.selectOptions(await field(), 'None or unknown');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({ language: null });
  });

  it.each([
    ['the guesser does not load', () => guesser.guessLanguage.mockRejectedValue(new TypeError('gone'))],
    ['nothing is clear', () => guesser.guessLanguage.mockResolvedValue(null)],
    [
      'the text has changed since the guess',
      () => guesser.guessLanguage.mockReturnValue(new Promise(() => 0)),
    ],
  ])('is left to the API if %s [B13-10]', async (_why, prepare) => {
    prepare();
    answerPosts(published);
    const { user, address } = open();
    await user.type(await text(), 'Brot');
    await waitFor(() => expect(guesser.guessLanguage).toHaveBeenCalled(), { timeout: 5000 });
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).not.toHaveProperty('language');
  });

  it('is left to the API with data saving on [B13-10]', async () => {
    setPreference('dataSaver', 'on');
    answerPosts(published);
    const { user, address } = open();
    await user.type(await text(), 'Brot');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(guesser.guessLanguage).not.toHaveBeenCalled();
    expect(sentPosts[0]!.body).not.toHaveProperty('language');
  });
});

it('the language of an edited post stays unless it is changed [B13-10]', async () => {
  const sent: unknown[] = [];
  const old = { ...post, description: 'Le pain', language: 'oc' };
  server.use(
    http.get(`/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: old })),
    http.put(`/api/posts/${post._id}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true, data: old });
    }),
    http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
  );
  const { user, address } = renderApp({ user: testUser(), url: `/createpost?edit=${post._id}` });
  expect(await field()).toHaveValue('oc');
  await user.type(await text(), '!');
  await user.click(await submit('Save'));
  await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
  expect(sent).toEqual([expect.objectContaining({ description: 'Le pain!', language: 'oc' })]);
});
