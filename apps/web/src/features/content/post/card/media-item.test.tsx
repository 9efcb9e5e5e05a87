import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { expectPicture, firstPicture } from '../../../../lib/first-picture';
import { setPreference } from '../../../../lib/preferences';
import { MediaItem } from './media-item';

const item = {
  url: 'https://media.test/a.jpg',
  kind: 'image' as const,
  alt: 'A harbour',
  width: 800,
  height: 600,
  placeholder: '#336699',
};

it('a picture that failed to load is fetched again when the network is back', () => {
  render(<MediaItem item={item} fit="cover" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByRole('img')).toBeNull();
  screen.getByText('A harbour');
  fireEvent(window, new Event('online'));
  expect(screen.getByRole('img')).toHaveAttribute('src', item.url);
});

it.each(['#336699', 'data:image/webp;base64,AAAA'])(
  'a loaded picture has no placeholder %s behind it',
  (placeholder) => {
    const { rerender } = render(<MediaItem item={{ ...item, placeholder }} fit="cover" />);
    const picture = screen.getByRole('img');
    expect(picture.getAttribute('style')).toContain('background');
    fireEvent.load(picture);
    rerender(<MediaItem item={{ ...item, placeholder }} fit="cover" full />);
    expect(picture.getAttribute('style') ?? '').not.toContain('background');
  },
);

it.each([
  ['is there', fireEvent.load],
  ['fails', fireEvent.error],
])('code that waits for the first picture runs when that %s, not when another does', async (_how, happen) => {
  expectPicture();
  let there = false;
  void firstPicture?.then(() => (there = true));
  const { rerender } = render(<MediaItem item={item} fit="cover" />);
  happen(screen.getByRole('img'));
  await Promise.resolve();
  expect(there).toBe(false);
  rerender(<MediaItem key="first" item={item} fit="cover" eager />);
  const picture = screen.getByRole('img');
  expect(picture).toHaveAttribute('fetchpriority', 'high');
  expect(picture).toHaveAttribute('loading', 'eager');
  happen(picture);
  await Promise.resolve();
  expect(there).toBe(true);
});

describe('an uploaded picture', () => {
  const folder = `https://media.test/media/${'a'.repeat(32)}`;
  const uploaded = { ...item, url: `${folder}/1280.webp`, width: 1280 };
  afterEach(() => setPreference('dataSaver', 'system'));

  it('leaves its width to the browser', () => {
    render(<MediaItem item={uploaded} fit="cover" />);
    expect(screen.getByRole('img')).toHaveAttribute('srcset', expect.stringContaining('320w'));
  });

  it('uses the smallest size with data saver on, unless the full size is requested [B7-3]', () => {
    setPreference('dataSaver', 'on');
    const { rerender } = render(<MediaItem item={uploaded} fit="cover" />);
    const picture = screen.getByRole('img');
    expect(picture).toHaveAttribute('src', `${folder}/320.webp`);
    expect(picture).not.toHaveAttribute('srcset');
    rerender(<MediaItem item={uploaded} fit="cover" full />);
    expect(picture).toHaveAttribute('src', uploaded.url);
    expect(picture).toHaveAttribute('srcset', expect.stringContaining('1280w'));
  });

  describe('that moves', () => {
    const moving = { ...uploaded, poster: `${folder}/fallback.jpg` };
    afterEach(() => setPreference('motion', 'system'));
    const source = () => screen.getByRole('img').parentElement?.querySelector('source') ?? null;

    it('is still if the device asks for less motion, also before scripts run', () => {
      render(<MediaItem item={moving} fit="cover" />);
      expect(source()).toHaveAttribute('srcset', moving.poster);
      expect(source()).toHaveAttribute('media', '(prefers-reduced-motion: reduce)');
    });

    it.each([
      ['reduced motion', 'motion', 'reduced'],
      ['data saver', 'dataSaver', 'on'],
    ] as const)('is still with %s, until it is opened', (_name, preference, value) => {
      setPreference(preference, value);
      const { rerender } = render(<MediaItem item={moving} fit="cover" />);
      expect(source()).not.toHaveAttribute('media');
      rerender(<MediaItem item={moving} fit="cover" full />);
      expect(source()).toBeNull();
    });

    it('has no still among pictures that do not move', () => {
      render(<MediaItem item={uploaded} fit="cover" />);
      expect(source()).toBeNull();
    });
  });
});
