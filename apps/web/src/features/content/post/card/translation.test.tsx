import { act, screen, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepLanguages } from '../../../../cache/language-store';
import { createQueryClient } from '../../../../lib/query-client';
import { makePost } from '../../../../testing/make-post';
import { withViewer } from '../../../../testing/with-viewer';
import type { ClientPost } from '../model/post';
import { PostText } from './post-text';

let pair = 0;
/** A language of its own for each test, because the browser is asked once for each pair. */
let from = '';
const LANGUAGES = ['de', 'fr', 'ja', 'ar', 'es', 'it', 'ru', 'ko', 'pt', 'nl', 'pl', 'tr', 'uk', 'hi'];

const translator = {
  availability: vi.fn<(pair: object) => Promise<string>>(),
  create: vi.fn<(options: object) => Promise<{ translate: (text: string) => Promise<string> }>>(),
};
const translate = vi.fn<(text: string) => Promise<string>>();

beforeEach(() => {
  from = LANGUAGES[pair++ % LANGUAGES.length]!;
  keepLanguages('', []);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  vi.stubGlobal('Translator', translator);
  translator.availability.mockReset().mockResolvedValue('downloadable');
  translator.create.mockReset().mockResolvedValue({ translate });
  translate.mockReset().mockImplementation((text) => Promise.resolve(`English: ${text}`));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const text = (post: ClientPost) => (
  <PostText post={post} expanded onExpand={() => undefined} headingId="title" headingLevel="h2" />
);
const show = (fields: Partial<ClientPost> = {}) => {
  const post = makePost({ title: 'Brot', description: 'Frisch aus dem Ofen', language: from, ...fields });
  const view = render(text(post), { wrapper: withViewer(createQueryClient(), null) });
  return { ...view, post, user: userEvent.setup() };
};
const button = () => screen.findByRole('button', { name: /^Translate from/ });

describe('a post in a language that the reader does not read', () => {
  it('is translated on the device on request, and back [B13-8]', async () => {
    const { user } = show();
    await user.click(await button());
    expect(await screen.findByText('English: Frisch aus dem Ofen')).toBeVisible();
    expect(screen.getByRole('heading')).toHaveTextContent('English: Brot');
    expect(screen.getByRole('heading')).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('status')).toHaveTextContent('Translated on this device');
    expect(translator.create).toHaveBeenCalledWith(
      expect.objectContaining({ sourceLanguage: from, targetLanguage: 'en' }),
    );
    const back = screen.getByRole('button', { name: 'Show original' });
    expect(back).toHaveFocus();
    await user.click(back);
    expect(screen.getByText('Frisch aus dem Ofen')).toBeVisible();
    expect(screen.getByRole('heading')).toHaveAttribute('lang', from);
    expect(await button()).toHaveFocus();
  });

  it('stays and says so if the browser fails, and can be tried again [B13-8]', async () => {
    translator.create.mockRejectedValueOnce(new DOMException('No network', 'NetworkError'));
    const { user } = show();
    await user.click(await button());
    expect(await screen.findByText('This browser could not translate it. Try again.')).toBeVisible();
    expect(screen.getByText('Frisch aus dem Ofen')).toBeVisible();
    await user.click(await button());
    expect(await screen.findByText('English: Frisch aus dem Ofen')).toBeVisible();
  });

  it('shows its new text after an edit [B13-8]', async () => {
    const { user, rerender, post } = show();
    await user.click(await button());
    await screen.findByText('English: Frisch aus dem Ofen');
    rerender(text({ ...post, likes: 9 }));
    expect(screen.getByText('English: Frisch aus dem Ofen')).toBeVisible();
    rerender(text({ ...post, description: 'Noch warm' }));
    expect(screen.getByText('Noch warm')).toBeVisible();
    expect(await button()).toBeVisible();
  });

  it('is translated into the first language that the reader chose [B13-8]', async () => {
    keepLanguages('', ['nl', 'en']);
    const { user } = show();
    await user.click(await button());
    await waitFor(() =>
      expect(translator.create).toHaveBeenCalledWith(expect.objectContaining({ targetLanguage: 'nl' })),
    );
  });

  it('has no such button if the browser cannot translate the language [B13-8]', async () => {
    translator.availability.mockResolvedValue('unavailable');
    show();
    await waitFor(() => expect(translator.availability).toHaveBeenCalled());
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['keeps its room in view, so that nothing moves', 700, 744, false],
    ['gives its room up below the window', 800, 844, true],
    ['gives its room up above the window', -60, -16, true],
  ])('%s, if the browser cannot translate the language [B13-8]', async (_what, top, bottom, isGone) => {
    translator.availability.mockResolvedValue('unavailable');
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top, bottom } as DOMRect);
    const { container } = show();
    const rooms = () => container.querySelectorAll('.min-h-11:empty').length;
    expect(rooms()).toBe(1);
    await waitFor(() => expect(translator.availability).toHaveBeenCalled());
    await act(() => Promise.resolve());
    expect(rooms()).toBe(isGone ? 0 : 1);
  });
});

describe('no translation is offered', () => {
  it.each([
    ['of a language of the browser', { language: 'en' }],
    ['of an unknown language', { language: null }],
    ['of no words', { title: '', description: '' }],
  ])('for a post %s', (_why, fields) => {
    show(fields);
    expect(translator.availability).not.toHaveBeenCalled();
  });

  it('for a post in a language that the reader chose', () => {
    keepLanguages('', [from]);
    show();
    expect(translator.availability).not.toHaveBeenCalled();
  });

  it('by a browser without a translator', () => {
    vi.unstubAllGlobals();
    show();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('title and text name their language [B13-11]', () => {
  show();
  expect(screen.getByRole('heading')).toHaveAttribute('lang', from);
  expect(screen.getByText('Frisch aus dem Ofen').closest('p')).toHaveAttribute('lang', from);
});
