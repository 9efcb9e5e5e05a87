import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../lib/query-client';
import { server } from '../../testing/server';
import { useCompletion, wordAt } from './completion';

describe('the word at the caret', () => {
  it.each([
    ['A #ga', '#', 'ga', 2],
    ['@ada', '@', 'ada', 0],
    ['(@a_1', '@', 'a_1', 1],
    ['line\n#été', '#', 'été', 5],
    ['＃タ', '#', 'タ', 0],
    ['#نرم\u200cا', '#', 'نرم\u200cا', 0],
    ['#il·l', '#', 'il·l', 0],
    ['A #\ufe0fga', '#', 'ga', 2],
    ['你好＠a', '@', 'a', 2],
    [`${'x'.repeat(50)} #${'y'.repeat(30)}`, '#', 'y'.repeat(30), 51],
  ])('of %j is %s%s', (text, sign, typed, start) => {
    expect(wordAt(text, text.length)).toEqual({ sign, typed, start, end: text.length });
  });

  it.each(['', '#', 'a#b', 'me@ada', 'a/#b', '##b', '#done ', '@ada@m', '@ada.b', `#${'x'.repeat(31)}`])(
    'is empty in %j',
    (text) => {
      expect(wordAt(text, text.length)).toBeNull();
    },
  );

  it('ends at the caret', () => {
    expect(wordAt('#gard and more', 3)).toEqual({ sign: '#', typed: 'ga', start: 0, end: 3 });
  });
});

const Writer = () => {
  const [text, setText] = useState('');
  const completion = useCompletion();
  return (
    <form>
      <textarea
        aria-label="Text"
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...completion.props}
      />
      {completion.suggestions}
    </form>
  );
};

const start = () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Writer />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), field: screen.getByLabelText<HTMLTextAreaElement>('Text') };
};
const found = (data: unknown[]) =>
  HttpResponse.json({ success: true, data, pagination: { currentPage: 1, hasNext: false } });
const person = (userName: string, id = 'a') => ({
  _id: id.repeat(24),
  userName,
  fullName: 'Somebody',
  profilepic: '',
  createdAt: '2026-01-02T03:04:05.000Z',
});

describe('completion', () => {
  it('suggests tags in use and inserts the chosen one [B1-9]', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/search/tags', ({ request }) => {
        asked.push(new URL(request.url).search);
        return found(['garden', 'gardens here'].map((tag) => ({ tag, posts: 2 })));
      }),
    );
    const { user, field } = start();
    await user.type(field, 'My #ga');
    await user.click(await screen.findByRole('button', { name: 'Add tag #garden' }));
    expect(field.value).toBe('My #garden ');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('list')).toBeNull();
    expect(asked.at(-1)).toBe('?q=ga&limit=5');
    await user.type(field, 'grows');
    expect(field.value).toBe('My #garden grows');
  });

  it('replaces the emoji form of the sign too', async () => {
    server.use(http.get('*/api/search/tags', () => found([{ tag: 'garden', posts: 2 }])));
    const { user, field } = start();
    await user.type(field, 'My #\ufe0fga');
    await user.click(await screen.findByRole('button', { name: 'Add tag #garden' }));
    expect(field.value).toBe('My #garden ');
  });

  it('suggests users in the middle of a text, and skips names that are complete [B1-9]', async () => {
    server.use(http.get('*/api/search/people', () => found([person('ada_b', 'b'), person('ada')])));
    const { user, field } = start();
    await user.type(field, 'Thanks, !');
    await user.type(field, '@ada', { initialSelectionStart: 8, initialSelectionEnd: 8 });
    await user.click(await screen.findByRole('button', { name: 'Add person Somebody @ada_b' }));
    expect(field.value).toBe('Thanks, @ada_b !');
    expect(screen.queryByRole('button', { name: 'Add person Somebody @ada' })).toBeNull();
  });

  it('takes the space that is there already for its own', async () => {
    server.use(http.get('*/api/search/people', () => found([person('ada_b', 'b')])));
    const { user, field } = start();
    await user.type(field, 'Ask  and Bob');
    await user.type(field, '@ad', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    await user.click(await screen.findByRole('button', { name: 'Add person Somebody @ada_b' }));
    expect(field.value).toBe('Ask @ada_b and Bob');
    expect(field.selectionStart).toBe('Ask @ada_b '.length);
  });

  it('closes the suggestions on Escape, which does nothing else then', async () => {
    server.use(http.get('*/api/search/tags', () => found([{ tag: 'garden', posts: 2 }])));
    const { user, field } = start();
    await user.type(field, '#ga');
    await screen.findByRole('button', { name: 'Add tag #garden' });
    expect(fireEvent.keyDown(field, { key: 'Escape', isComposing: true })).toBe(true);
    expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('list')).toBeNull();
    expect(field).toHaveFocus();
    expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(true);
  });

  it('suggests nothing if the call fails, and keeps the text [B1-9]', async () => {
    let calls = 0;
    server.use(
      http.get('*/api/search/tags', () => {
        calls += 1;
        return HttpResponse.error();
      }),
    );
    const { user, field } = start();
    await user.type(field, '#ga');
    await waitFor(() => expect(calls).toBeGreaterThan(0));
    expect(screen.queryByRole('list')).toBeNull();
    expect(field.value).toBe('#ga');
  });

  it('closes the suggestions when the field loses focus', async () => {
    server.use(http.get('*/api/search/tags', () => found([{ tag: 'garden', posts: 2 }])));
    const { user, field } = start();
    await user.type(field, '#ga');
    const suggested = await screen.findByRole('button', { name: 'Add tag #garden' });
    await user.tab();
    expect(document.activeElement).toBe(suggested);
    await user.keyboard('{Enter}');
    expect(field.value).toBe('#garden ');
    await user.type(field, '#ga');
    await screen.findByRole('button', { name: 'Add tag #garden' });
    await user.click(document.body);
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
  });
});
