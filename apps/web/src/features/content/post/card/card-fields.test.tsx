import { EMPTY_POST, plainMedia, type PostFields } from '@social-feed/contracts';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../../lib/query-client';
import { makePost } from '../../../../testing/make-post';
import { withViewer } from '../../../../testing/with-viewer';
import { PostCard } from './post-card';

const image = { ...plainMedia('image', 'https://media.test/a.jpg'), alt: 'A loaf' };

/** A value of each field, and what a card shows for it. */
const SHOWN: { [Name in keyof PostFields]: [value: PostFields[Name], shown: () => Promise<HTMLElement>] } = {
  title: ['Bread', () => screen.findByRole('heading', { name: 'Bread' })],
  description: ['With rye.', () => screen.findByText('With rye.')],
  media: [[image], () => screen.findByRole('img', { name: 'A loaf' })],
  tags: [['rye'], () => screen.findByRole('link', { name: '#rye' })],
  location: ['Arlington', () => screen.findByRole('link', { name: 'Arlington' })],
  contentWarning: ['Crumbs', () => screen.findByRole('heading', { name: 'Content warning: Crumbs' })],
  sensitive: [true, () => screen.findByRole('button', { name: 'Sensitive: show' })],
  language: ['de', () => screen.findByText((_text, element) => element?.getAttribute('lang') === 'de')],
};
const names = Object.keys(SHOWN) as (keyof PostFields)[];

it.each(names)('shows the %s of a post', async (name) => {
  const [value, shown] = SHOWN[name];
  // sensitive covers pictures, and a language is that of words
  const needed = { sensitive: { media: [image] }, language: { title: 'Brot' } }[name as string];
  render(<PostCard post={makePost({ ...EMPTY_POST, ...needed, [name]: value })} />, {
    wrapper: withViewer(createQueryClient(), null),
  });
  expect(await shown()).toBeVisible();
});
