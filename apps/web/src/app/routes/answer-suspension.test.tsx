import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/failing-answers';
import { renderApp } from '../../testing/render-app';
import { serveFeedOf } from '../../testing/serve';
import { server } from '../../testing/server';

const MESSAGE = 'This account is suspended until 2026-12-01, 10:00 UTC';
const SENT = 'Your answer is with the moderators. You get a mail when they have read it.';
const TEXT = 'I quoted it to criticise it.';
let bodies: unknown[];
let answers: (() => Response)[];

beforeEach(() => {
  bodies = [];
  answers = [() => HttpResponse.json({ success: true, message: SENT }, { status: 201 })];
  sessionStorage.clear();
  server.use(serveFeedOf([]));
  server.use(
    http.post('/api/auth/login', () => refusal('ACCOUNT_SUSPENDED', MESSAGE, 403)),
    http.post('/api/auth/appeals', async ({ request }) => {
      bodies.push(await request.json());
      return (answers.length > 1 ? answers.shift()! : answers[0]!)();
    }),
  );
});

const signIn = async () => {
  fireEvent.change(await screen.findByLabelText('Email or Username'), { target: { value: 'ada' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
};
const ANSWER = { name: 'Answer this decision' };
const openForm = async () => {
  fireEvent.click(await screen.findByRole('button', ANSWER));
  return screen.findByLabelText('Your answer');
};
const write = (value: string) =>
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send to the moderators' }));

describe('answering a suspension', () => {
  it('is offered below the message, and says when the answer was sent [B20-66]', async () => {
    renderApp({ user: null, url: '/login' });
    await signIn();
    expect(await screen.findByText(MESSAGE)).toBeVisible();
    expect(await openForm()).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'Answer this decision' })).toBeVisible();
    send();
    expect(await screen.findByText('Please write what you want to say')).toBeVisible();
    write('x'.repeat(1001));
    expect(screen.getByText('1 character too many')).toBeVisible();
    write('x'.repeat(900));
    expect(screen.getByText('100 characters left')).toBeVisible();
    write(TEXT);
    send();
    expect(await screen.findByText(SENT)).toBeVisible();
    expect(bodies).toEqual([{ text: TEXT }]);
    expect(screen.queryByLabelText('Your answer')).toBeNull();
    const back = screen.getByRole('button', { name: 'Back to sign-in' });
    await waitFor(() => expect(back).toHaveFocus());
    fireEvent.click(back);
    expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
    await signIn();
    expect(await openForm()).toHaveValue('');
  });

  it('keeps the text after failures, also while signing in again [B20-66]', async () => {
    answers = [
      () => HttpResponse.error(),
      () => refusal('CONFLICT', 'You have answered this decision already.', 409),
      () => refusal('SESSION_EXPIRED', 'This took too long. Please sign in again.', 401),
    ];
    renderApp({ user: null, url: '/login' });
    await signIn();
    await openForm();
    write(TEXT);
    for (const text of [/Cannot connect/, /answered this decision already/, /took too long/]) {
      send();
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getByLabelText('Your answer')).toHaveValue(TEXT);
    }
    fireEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    await signIn();
    expect(await openForm()).toHaveValue(TEXT);
  });

  it('is offered after a social sign-in too, and after no other failure [B20-66]', async () => {
    const { unmount } = renderApp({
      user: null,
      url: '/login?error=oauth_error&details=This%20account%20is%20suspended.&code=ACCOUNT_SUSPENDED',
    });
    expect(await screen.findByText('This account is suspended.')).toBeVisible();
    expect(screen.getByRole('button', ANSWER)).toBeVisible();
    unmount();
    server.use(
      http.post('/api/auth/login', () => refusal('INVALID_CREDENTIALS', 'Invalid credentials', 401)),
    );
    renderApp({ user: null, url: '/login' });
    await signIn();
    expect(await screen.findByText(/Please check your credentials/)).toBeVisible();
    expect(screen.queryByRole('button', ANSWER)).toBeNull();
  });

  it('opens for a sign-in that was refused elsewhere, such as next to the feed [B20-66]', async () => {
    const { address } = renderApp({ user: null, url: '/login?error=account_suspended' });
    expect(await screen.findByLabelText('Your answer')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/login'));
  });
});
