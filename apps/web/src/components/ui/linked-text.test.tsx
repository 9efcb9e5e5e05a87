import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { LinkedText } from './linked-text';

const show = (text: string) =>
  render(
    <MemoryRouter>
      <p data-testid="text">
        <LinkedText text={text} />
      </p>
    </MemoryRouter>,
  );
const shown = () => screen.getByTestId('text').textContent;
const attributes = (link: HTMLElement) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name));

it('links addresses, tags and names, and keeps the text [B1-4]', async () => {
  const text = 'By @ada_b: https://example.org/a?b=c, example.org and #Été. <b>Bold</b>';
  show(text);
  expect(shown()).toBe(text);
  const elsewhere = ['_blank', 'nofollow ugc noopener'];
  expect(attributes(await screen.findByRole('link', { name: 'https://example.org/a?b=c' }))).toEqual([
    'https://example.org/a?b=c',
    ...elsewhere,
  ]);
  expect(attributes(screen.getByRole('link', { name: 'example.org' }))).toEqual([
    'https://example.org',
    ...elsewhere,
  ]);
  expect(attributes(screen.getByRole('link', { name: '@ada_b' }))).toEqual(['/ada_b', null, null]);
  expect(attributes(screen.getByRole('link', { name: '#Été' }))).toEqual([
    '/search?q=%23%C3%89t%C3%A9',
    null,
    null,
  ]);
  expect(shown()).toBe(text);
});

it('links full-width signs of East Asian keyboards, and addresses next to other text', async () => {
  show(
    '＃タグ ＠ada_b 見てhttps://example.com/aです @ada_b@social.example https://bank.example@evil.example/',
  );
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['＃タグ', `/search?q=${encodeURIComponent('#タグ')}`],
    ['＠ada_b', '/ada_b'],
    ['https://example.com/a', 'https://example.com/a'],
  ]);
});

it('opens a post of this site in the app, and its other addresses in a new tab [B1-5]', async () => {
  const { origin } = window.location;
  const post = `/p/${'a'.repeat(24)}`;
  show(`${origin}${post} ${origin}${post}?comment=${'b'.repeat(24)} ${origin}/api/docs`);
  const links = await screen.findAllByRole('link');
  expect(links.map(attributes)).toEqual([
    [post, null, null],
    [`${post}?comment=${'b'.repeat(24)}`, null, null],
    [`${origin}/api/docs`, '_blank', 'nofollow ugc noopener'],
  ]);
});

it.each(['javascript:alert(1)', 'ada@example.org', 'a plain text', '<img src=x onerror=alert(1)>'])(
  'links nothing in %j [B1-6]',
  async (text) => {
    show(`${text} #end`);
    expect((await screen.findAllByRole('link')).map((link) => link.textContent)).toEqual(['#end']);
    expect(shown()).toBe(`${text} #end`);
  },
);

it('isolates each link, so that marks of direction around it do not change how it reads [B1-7]', async () => {
  const text = '\u202eturned @ada_b \u2066https://example.org/a and #end\u202c';
  show(text);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [...link.children].map(({ tagName }) => tagName))).toEqual([
    ['BDI'],
    ['BDI'],
    ['BDI'],
  ]);
  expect(shown()).toBe(text);
});
