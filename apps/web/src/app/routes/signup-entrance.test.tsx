import type { Instance, RegistrationMode } from '@social-feed/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from '../../lib/browser';
import { makeInstance } from '../../testing/make-instance';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';
import { useInstanceStore } from '../../lib/instance-store';
// compiled here: a busy machine takes longer than a test waits
import './signup';
import { solve } from '../../features/identity/session/entrance/solve';

vi.mock('../../features/identity/session/entrance/solve', () => ({ solve: vi.fn() }));
vi.setConfig({ testTimeout: 40_000 });

const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00',
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: '00',
    expiresAt: 4000000000,
  },
  signature: 'x',
};
const SIGNUP = '/i/account/signup';
const serveInstance = (registration: RegistrationMode, more: Partial<Instance> = {}) =>
  server.use(
    http.get('*/api/instance', () =>
      HttpResponse.json({ success: true, data: makeInstance({ registration, ...more }) }),
    ),
  );
const inviter = (from: string) => ({
  _id: idOf(7),
  from,
  fullName: 'Grace Hopper',
  profilepic: '/grace.webp',
});
/** The line above the form. */
const invitedBy = (from: string, to = 'Social Feed') =>
  screen.findByText(
    (_text, element) =>
      element?.tagName === 'P' &&
      element.textContent.includes(`Grace Hopper (@${from}) invites you to ${to}.`),
  );
const serveInvitation = (from: string | null) =>
  server.use(
    http.get('*/api/auth/invitation', () =>
      from === null
        ? HttpResponse.json({ success: false, code: 'NOT_FOUND', message: 'Over' }, { status: 404 })
        : HttpResponse.json({ success: true, data: inviter(from), people: 1204 }),
    ),
  );
/** Records the bodies of a call, and answers them in turn; the last answer repeats. */
const serveCall = (path: string, ...answers: { status: number; body: object }[]) => {
  const bodies: Record<string, unknown>[] = [];
  server.use(
    http.post(`*/api${path}`, async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>);
      const { status, body } = answers[Math.min(bodies.length, answers.length) - 1]!;
      return HttpResponse.json(body, { status });
    }),
  );
  return bodies;
};
const SIGNED_UP = {
  status: 201,
  body: { success: true, user: testUser(), sessionExpiry: '2099-01-01T00:00:00.000Z' },
};
const fill = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText('Full name'), 'Ada Byron');
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'secret12');
  await user.type(screen.getByLabelText('Confirm password'), 'secret12');
};

beforeEach(() => {
  server.use(
    http.get('/api/users/:kind/:value/availability', () => HttpResponse.json({}, { status: 404 })),
    http.get('/api/posts/infinite', () => HttpResponse.json({}, { status: 400 })),
  );
});

describe('the sign-up page', () => {
  it('says that registration is closed [B19-7]', async () => {
    serveInstance('closed');
    renderApp({ user: null, url: SIGNUP });
    expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeVisible();
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull();
  });

  it('asks for an invitation, and says if one has ended [B19-7]', async () => {
    serveInstance('invitation');
    const { unmount } = renderApp({ user: null, url: SIGNUP });
    expect(await screen.findByRole('heading', { name: 'You need an invitation' })).toBeVisible();
    unmount();
    serveInvitation(null);
    renderApp({ user: null, url: `${SIGNUP}?invite=old` });
    expect(await screen.findByRole('heading', { name: 'This invitation has ended' })).toBeVisible();
  });

  it('names the maker of an invitation, shows pictures, and sends its code, to a provider too [B19-7 B40-10 B42-4]', async () => {
    serveInstance('invitation', { name: 'Knitters' });
    serveInvitation('grace');
    const bodies = serveCall('/auth/register', SIGNED_UP);
    const leave = vi.spyOn(browser, 'leaveFor').mockImplementation(() => undefined);
    const { user } = renderApp({ user: null, url: `${SIGNUP}?invite=c0de` });
    const note = await invitedBy('grace', 'Knitters');
    expect(note).toBeVisible();
    expect(note.querySelector('img')).toHaveAttribute('src', expect.stringContaining('grace'));
    expect(note).toHaveTextContent('1,204 people are here.');
    await waitFor(() => expect(note.querySelectorAll('img')).toHaveLength(4));
    await user.click(screen.getByRole('button', { name: 'Continue with Google' }));
    expect(leave).toHaveBeenCalledWith(expect.stringMatching(/&invite=c0de$/));
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(bodies).toMatchObject([{ userName: 'ada', invite: 'c0de' }]));
  });

  it('keeps the invitation on the way to sign-in and back', async () => {
    serveInstance('invitation');
    serveInvitation('grace');
    const { user, address } = renderApp({ user: null, url: `${SIGNUP}?invite=c0de` });
    await user.click(await screen.findByRole('link', { name: 'Sign in' }));
    await user.click(await screen.findByRole('link', { name: 'Create one now' }));
    expect(await invitedBy('grace')).toBeVisible();
    expect(address()).toBe(`${SIGNUP}?invite=c0de`);
  });

  it('sends an application with its sentence, and says what comes next [B19-7]', async () => {
    serveInstance('approval');
    const taken = {
      success: false,
      code: 'ALREADY_EXISTS',
      message: 'x',
      errors: [{ path: 'userName', message: 'Taken' }],
    };
    const done = { success: true, message: 'Sent' };
    const bodies = serveCall('/auth/applications', { status: 409, body: taken }, { status: 201, body: done });
    const leave = vi.spyOn(browser, 'leaveFor').mockImplementation(() => undefined);
    const { user } = renderApp({ user: null, url: SIGNUP });
    const sentence = await screen.findByLabelText('A sentence about yourself');
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Please write a sentence about yourself')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue with Google' }));
    expect(leave).not.toHaveBeenCalled();
    expect(bodies).toEqual([]);

    await user.type(sentence, 'I knit.');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Taken')).toBeVisible();
    expect(sentence).toHaveValue('I knit.');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.getByText('Your application is sent')).toBeVisible());
    expect(bodies.at(-1)).toMatchObject({ sentence: 'I knit.', email: 'ada@example.org' });
    expect(screen.getByText(/You get a mail to ada@example.org/)).toBeVisible();
  });

  it('proves work without a press, and again if the server rejects the proof [B19-7]', async () => {
    serveInstance('open', { registrationProof: true });
    let challenges = 0;
    server.use(
      http.get('*/api/auth/challenge', () => {
        challenges += 1;
        return HttpResponse.json({ success: true, data: challenge });
      }),
    );
    vi.mocked(solve).mockResolvedValueOnce({ counter: 1 }).mockResolvedValueOnce({ counter: 2 });
    const refused = { success: false, code: 'PROOF_REQUIRED', message: 'Late' };
    const bodies = serveCall('/auth/register', { status: 403, body: refused }, SIGNED_UP);
    const { user } = renderApp({ user: null, url: SIGNUP });
    expect(await screen.findByText('The check for robots is done.')).toBeVisible();
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    const read = ({ proof }: Record<string, unknown>) => JSON.parse(atob(String(proof))) as object;
    expect(bodies.map(read)).toEqual([1, 2].map((counter) => ({ challenge, solution: { counter } })));
    expect(challenges).toBe(2);
  });

  it('says that the proof failed, and tries again with the form [B19-7]', async () => {
    serveInstance('open', { registrationProof: true });
    server.use(http.get('*/api/auth/challenge', () => HttpResponse.json({ success: true, data: challenge })));
    vi.mocked(solve).mockRejectedValueOnce(new Error('No worker')).mockResolvedValueOnce({ counter: 3 });
    const bodies = serveCall('/auth/register', SIGNED_UP);
    const { user } = renderApp({ user: null, url: SIGNUP });
    expect(await screen.findByText(/The check for robots failed/)).toBeVisible();
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toHaveProperty('proof');
  });

  it('shows nothing that would move until mode and invitation are known [B19-30]', async () => {
    const answers: (() => void)[] = [];
    const held = () => new Promise<void>((resolve) => answers.push(resolve));
    server.use(
      http.get('*/api/instance', async () => {
        await held();
        return HttpResponse.json({ success: true, data: makeInstance({ registration: 'approval' }) });
      }),
      http.get('*/api/auth/invitation', async () => {
        await held();
        return HttpResponse.json({ success: true, data: inviter('grace'), people: 2 });
      }),
    );
    renderApp({ user: null, url: `${SIGNUP}?invite=c0de` });
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeVisible();
    await waitFor(() => expect(answers).toHaveLength(2));
    for (const answer of answers) {
      expect(screen.queryByLabelText('Email')).toBeNull();
      expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
      answer();
    }
    expect(await invitedBy('grace')).toBeVisible();
    expect(screen.queryByLabelText('A sentence about yourself')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  it('shows the form if the host cannot be reached, and sends an invitation unchecked [B19-30 B19-31]', async () => {
    server.use(
      http.get('*/api/instance', () => HttpResponse.error()),
      http.get('*/api/auth/invitation', () => HttpResponse.error()),
    );
    const bodies = serveCall('/auth/register', SIGNED_UP);
    const { user } = renderApp({ user: null, url: `${SIGNUP}?invite=c0de` });
    expect(await screen.findByText(/^Your invitation could not be checked yet/)).toBeVisible();
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(bodies).toMatchObject([{ invite: 'c0de' }]));
  });

  it.each([
    ['approval', 'Apply', /has ended, but you need none: the moderators approve new accounts/],
    ['open', 'Create account', /has ended, but you need none: everybody can sign up/],
  ] as const)('in mode %s says that an ended invitation is not needed [B19-31]', async (mode, act, words) => {
    serveInstance(mode);
    serveInvitation(null);
    renderApp({ user: null, url: `${SIGNUP}?invite=old` });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: act })).toBeVisible();
  });

  it('asks for the sentence once the mode has changed, and keeps what was typed [B19-31]', async () => {
    serveInstance('open');
    const refused = { success: false, code: 'APPROVAL_REQUIRED', message: 'The moderators approve.' };
    const bodies = serveCall('/auth/register', { status: 403, body: refused });
    const { user } = renderApp({ user: null, url: SIGNUP });
    await fill(user);
    serveInstance('approval');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByLabelText('A sentence about yourself')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    expect(await screen.findByText('The moderators approve.')).toBeVisible();
    expect(bodies).toHaveLength(1);
  });

  it('says in place of the form that the last use of an invitation is gone [B19-31]', async () => {
    serveInstance('invitation');
    serveInvitation('grace');
    const refused = { success: false, code: 'INVITATION_REQUIRED', message: 'Used up.' };
    serveCall('/auth/register', { status: 403, body: refused });
    const { user } = renderApp({ user: null, url: `${SIGNUP}?invite=c0de` });
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    const title = await screen.findByRole('heading', { name: 'This invitation has ended' });
    expect(title.closest('[role=status]')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  it('says where to ask if nobody can sign up [B19-31]', async () => {
    server.use(
      http.get('*/api/instance', () =>
        HttpResponse.json({
          success: true,
          data: makeInstance({ registration: 'closed', contact: 'office@harbour.example' }),
        }),
      ),
    );
    renderApp({ user: null, url: SIGNUP });
    expect(await screen.findByRole('link', { name: 'Ask office@harbour.example' })).toHaveAttribute(
      'href',
      'mailto:office@harbour.example',
    );
  });
});

describe('the return from a provider', () => {
  const back = (error: string) => `/auth/callback?error=${error}&details=Words`;

  it('keeps the invitation and the sentence if it failed [B19-32]', async () => {
    serveInstance('invitation');
    serveInvitation('grace');
    vi.spyOn(browser, 'leaveFor').mockImplementation(() => undefined);
    const first = renderApp({ user: null, url: `${SIGNUP}?invite=c0de` });
    await first.user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    first.unmount();
    const second = renderApp({ user: null, url: back('google_auth_failed') });
    expect(await invitedBy('grace')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Google authentication failed');
    await waitFor(() => expect(second.address()).toBe(`${SIGNUP}?invite=c0de`));
    second.unmount();

    serveInstance('approval');
    useInstanceStore.setState({ known: undefined });
    const third = renderApp({ user: null, url: SIGNUP });
    await third.user.type(await screen.findByLabelText('A sentence about yourself'), 'I knit.');
    await third.user.click(screen.getByRole('button', { name: 'Continue with Google' }));
    third.unmount();
    renderApp({ user: null, url: back('oauth_error') });
    expect(await screen.findByLabelText('A sentence about yourself')).toHaveValue('I knit.');
  });

  it('says in place of the form that an application was sent [B19-32]', async () => {
    serveInstance('approval');
    sessionStorage.setItem('oauth-return-address', SIGNUP);
    sessionStorage.setItem('sign-up', JSON.stringify({ sentence: 'I knit.' }));
    renderApp({ user: null, url: back('oauth_registration_pending') });
    expect(await screen.findByRole('heading', { name: 'Your application is sent' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(sessionStorage.getItem('sign-up')).toBeNull();
  });

  it('says on the sign-in page that the application still waits [B19-32]', async () => {
    renderApp({ user: null, url: back('oauth_registration_pending') });
    expect(await screen.findByRole('alert')).toHaveTextContent('Words');
  });
});
