import type { ShownPost } from '@social-feed/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeInstance } from '../../../../testing/make-instance';
import { idOf } from '../../../../testing/make-post';
import { useInstanceStore } from '../../../../lib/instance-store';
import { setPreference } from '../../../../lib/preferences';
import { isVisitorMode } from '../../../../lib/visitor-mode';
import { useShownPosts } from '../hooks/use-shown-posts';
import { PostWindow } from './post-window';
import { pass } from '../../../../testing/fake-clock';

vi.mock('../hooks/use-shown-posts', () => ({ useShownPosts: vi.fn() }));

const shownPost = (number: number, change: Partial<ShownPost> = {}): ShownPost => ({
  _id: idOf(number),
  title: `Harbour ${number}`,
  author: 'Nilay Demir',
  picture: { url: `/media/${number}.webp`, kind: 'image', alt: '', width: 0, height: 0, placeholder: '' },
  ...change,
});
const serve = (data: ShownPost[], posts = 2001) => vi.mocked(useShownPosts).mockReturnValue({ data, posts });
const open = () => render(<PostWindow />, { wrapper: MemoryRouter }).container;
const pictures = (container: HTMLElement) =>
  [...container.querySelectorAll('img')].map((img) => img.getAttribute('src'));

beforeEach(() => {
  vi.useFakeTimers();
  serve([shownPost(1), shownPost(2), shownPost(3)]);
});
afterEach(() => vi.useRealTimers());

describe('the window of the sign-in page', () => {
  it('says what this is above a post with its author, and opens it without an account [B42-3]', () => {
    open();
    const link = screen.getByRole('link');
    expect(screen.getByText('2,001 posts, shuffled afresh each time you come.')).toBeVisible();
    expect(link).toHaveAccessibleName('Harbour 1 Nilay Demir');
    expect(link).toHaveAttribute('href', `/p/${idOf(1)}`);
    expect(isVisitorMode()).toBe(false);
    fireEvent.click(link);
    expect(isVisitorMode()).toBe(true);
  });

  it('says what the host says this is', () => {
    useInstanceStore.setState({ known: makeInstance({ description: 'A feed for knitters' }) });
    open();
    expect(screen.getByText('A feed for knitters')).toBeVisible();
    expect(screen.queryByText(/shuffled afresh/)).toBeNull();
    useInstanceStore.setState({ known: undefined });
  });

  it('changes every 5 s, and fetches a picture when its turn comes [B42-3]', async () => {
    const container = open();
    expect(pictures(container)).toEqual(['/media/1.webp']);
    await pass(5100);
    expect(screen.getByText('Harbour 2')).toBeVisible();
    expect(pictures(container)).toEqual(['/media/1.webp', '/media/2.webp']);
    await pass(5000);
    await pass(5000);
    expect(screen.getByText('Harbour 1')).toBeVisible();
  });

  it('stays under reduced motion [B42-3]', async () => {
    setPreference('motion', 'reduced');
    open();
    await pass(20_000);
    expect(screen.getByText('Harbour 1')).toBeVisible();
  });

  it('shows one picture alone to save data [B42-3]', async () => {
    setPreference('dataSaver', 'on');
    const container = open();
    await pass(20_000);
    expect(pictures(container)).toEqual(['/media/1.webp']);
  });

  it('leaves out a post whose picture does not load [B42-3]', () => {
    const container = open();
    fireEvent.error(container.querySelector('img')!);
    expect(screen.getByText('Harbour 2')).toBeVisible();
    expect(pictures(container)).toEqual(['/media/2.webp']);
  });

  it('shows pictures of the product and the line of the instance where there are no posts [B42-3]', () => {
    useInstanceStore.setState({ known: makeInstance({ description: 'A feed for knitters' }) });
    serve([], 0);
    const container = open();
    expect(pictures(container)).toEqual(['/showcase/balloons.webp']);
    expect(screen.getByText('A feed for knitters')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('shows nothing until posts are known', () => {
    vi.mocked(useShownPosts).mockReturnValue(undefined);
    expect(pictures(open())).toEqual([]);
  });
});
