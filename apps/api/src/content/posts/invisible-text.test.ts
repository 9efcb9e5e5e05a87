import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

const INVISIBLE = [
  '\u200b',
  '\u2060\u2060',
  '\u3164\u3164',
  '\u00ad',
  '\u202e',
  '\u2800\u2800',
  '\u{e0041}',
  '\ufe0f',
];

let app: TestApp;
let agent: Agent;
let user: { _id: string };
let postId: string;
let boardId: string;

beforeAll(async () => {
  app = await createTestApp();
  ({ agent, user } = await app.signUp());
  postId = (await agent.post('/posts').send({ title: 'Sea' }).expect(201)).body.data._id as string;
  boardId = (await agent.get(`/boards/user/${user._id}`).expect(200)).body.data._id as string;
});
afterAll(() => app.close());

const media = (alt: string) => [
  { url: 'https://pictures.example/a.webp', kind: 'image', alt, width: 1, height: 1 },
];

/** A call for each text that users write. */
const CALLS: Record<string, (text: string) => Promise<{ status: number }>> = {
  title: (title) => agent.post('/posts').send({ title }),
  'title beside a text': (title) => agent.post('/posts').send({ title, description: 'x' }),
  description: (description) => agent.post('/posts').send({ title: 'x', description }),
  tag: (tag) => agent.post('/posts').send({ title: 'x', tags: [tag] }),
  location: (location) => agent.post('/posts').send({ title: 'x', location }),
  'content warning': (contentWarning) => agent.post('/posts').send({ title: 'x', contentWarning }),
  'alternative text': (alt) => agent.post('/posts').send({ title: 'x', media: media(alt) }),
  'edited title': (title) => agent.put(`/posts/${postId}`).send({ title }),
  comment: (body) => agent.post('/comments').send({ postId, body }),
  bio: (bio) => agent.put(`/boards/${boardId}`).send({ bio }),
  'place of a profile': (location) => agent.put(`/boards/${boardId}`).send({ location }),
  interest: (interest) => agent.put(`/boards/${boardId}`).send({ interests: [interest] }),
  name: (fullName) => agent.patch(`/users/${user._id}`).send({ fullName }),
  'name of a token': (name) => agent.post('/auth/tokens').send({ name }),
  report: (text) => agent.post('/reports').send({ kind: 'post', target: postId, reason: 'spam', text }),
};

describe('a text of invisible characters only', () => {
  it.each(Object.keys(CALLS))('is rejected as %s', async (name) => {
    for (const text of INVISIBLE) {
      const { status } = await CALLS[name]!(text);
      expect([name, text, status]).toEqual([name, text, 400]);
    }
  });

  it('does not change the stored text', async () => {
    expect((await agent.get(`/posts/${postId}`).expect(200)).body.data.title).toBe('Sea');
  });
});

it('keeps joiners, flags and emoji, and removes control characters', async () => {
  for (const body of ['می\u200cخواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '👩‍👩‍👧', '1️⃣']) {
    const { data } = (await agent.post('/comments').send({ postId, body }).expect(201)).body;
    expect(data.body).toBe(body);
  }
  const { data } = (
    await agent.post('/posts').send({ title: 'a\0b\u001bc', description: 'd\u000be' }).expect(201)
  ).body;
  expect([data.title, data.description]).toEqual(['abc', 'd\ne']);
});
