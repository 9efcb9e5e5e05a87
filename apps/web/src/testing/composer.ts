import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';
import { fakeFile, installFakeUploads } from './fake-uploads';
import { makeServerPost } from './make-post';
import { setWindowWidth } from './media';
import { renderApp } from './render-app';
import { server } from './server';
import { testUser } from './users';
import { openDialog } from './open-dialog';

const { _id: userId, userName, fullName, profilepic } = testUser();

/** The server's version of a published post. */
export const post = makeServerPost({
  _id: '65f0000000000000000000b1',
  title: 'Bread',
  description: '',
  user: { _id: userId, userName, fullName, profilepic, isFollowing: false },
});

/** Storage key of a new post's draft. */
export const DRAFT = `post-draft:${userId}`;

export const open = () => renderApp({ user: testUser(), url: '/createpost' });
export const submit = (name = 'Post') => screen.findByRole('button', { name });
const text = () => screen.findByLabelText('What is on your mind?', undefined, { timeout: 30_000 });
/** Presses a tool of the form. */
export const unfold = async (name: string): Promise<void> => {
  await text();
  fireEvent.click(screen.getByRole('button', { name }));
};
/** The title's field, which is unfolded first. */
export const title = async (): Promise<HTMLElement> => {
  await text();
  if (!screen.queryByLabelText('Title')) await unfold('Add a title');
  return screen.findByLabelText('Title');
};
/** Presses an item of the menu behind More. */
export const fromMenu = async (user: UserEvent, name: string): Promise<void> => {
  await text();
  await user.click(screen.getByRole('button', { name: 'More for this post' }));
  await user.click(await screen.findByRole('menuitem', { name }, { timeout: 30_000 }));
};
/** The field of the tags, which is unfolded first. */
export const tags = async (user: UserEvent): Promise<HTMLInputElement> => {
  await text();
  if (!screen.queryByLabelText('Tags')) await fromMenu(user, 'Add tags');
  return screen.findByLabelText<HTMLInputElement>('Tags');
};
export const picker = () => screen.findByLabelText('Add pictures or videos');
export const mediaList = () => screen.getByRole('list', { name: 'Pictures and videos of this post' });
export const tile = (name: RegExp) => screen.getByRole('listitem', { name });
export const photo = (name: string, bytes?: number) => fakeFile(name, 'image/jpeg', bytes);
/** Address of an upload; the letter makes it unique. */
export const uploadUrl = (letter: string) => `https://api.example/media/${letter.repeat(32)}/1280.webp`;

/** Presses Discard and confirms. */
export const discard = async (user: UserEvent): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = await openDialog('alertdialog');
  await user.click(dialog.getByRole('button', { name: 'Discard' }));
};

/** Pastes these files; `texts` are other clipboard contents, by type. */
export const paste = (files: File[], texts: Record<string, string> = {}): void => {
  const clipboardData = { files, getData: (type: string) => texts[type] ?? '' };
  fireEvent(
    document.body,
    Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }),
  );
};

/** The posts sent since the test began. */
export const sentPosts: { body: unknown; key: string | null }[] = [];

/** Answers new posts with `reply`, after `gate`; the server has no other data. */
export const answerPosts = (reply: () => Response, gate?: Promise<void>): void =>
  server.use(
    http.post('/api/posts', async ({ request }) => {
      sentPosts.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      await gate;
      return reply();
    }),
    http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
  );
export const published = () => HttpResponse.json({ success: true, data: post }, { status: 201 });
export const notToday = () => HttpResponse.json({ success: false, message: 'Not today' }, { status: 400 });

/** Serves these tags. */
export const serveTags = (...tags: string[]): void =>
  server.use(
    http.get('/api/search/tags', () =>
      HttpResponse.json({ success: true, data: tags.map((tag) => ({ tag, posts: 3 })) }),
    ),
  );

/**
 * Starts a test in a wide window: nothing sent yet, and the test answers uploads.
 * @returns a function that ends it
 */
export const startComposer = (): (() => void) => {
  sentPosts.length = 0;
  setWindowWidth(1440);
  installFakeUploads();
  return () => void vi.unstubAllGlobals();
};
