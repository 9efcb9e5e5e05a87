import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../backup/archive.js';
import { restore } from '../backup/restore.js';
import { verify } from '../backup/verify.js';
import { findIndexChanges } from '../platform/db/indexes.js';
import { dropDatabases, openDatabase } from '../testing/databases.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { MIGRATIONS } from './index.js';
import { appliedMigrations } from './run-migrations.js';

const FIXTURE = fileURLToPath(new URL('./fixtures/before-migrations', import.meta.url));
const PASSWORD = 'correct horse 1';
/** Collections whose documents do not expire. */
const LASTING =
  'users boards posts comments commentlikes postinteractions relationships formertexts mediafiles '
    .concat('mutedwords reports reportcases')
    .split(' ');
const TITLES = ["It's raining", 'Café de Flore', '三体', 'Vitamin C', 'Łódź', "Don't panic"];

let app: TestApp;
let manifest: Manifest;
let problems: string[];
beforeAll(async () => {
  const connection = await openDatabase();
  ({ manifest } = await restore(connection, FIXTURE));
  problems = await verify(connection, manifest);
  app = await createTestApp({ dbName: connection.name });
});
afterAll(async () => {
  await app.close();
  await dropDatabases();
});

const signIn = (emailOrUsername: string) =>
  app.agent().post('/auth/login').send({ emailOrUsername, password: PASSWORD });
const nameSignedIn = async (emailOrUsername: string) =>
  (await signIn(emailOrUsername)).body.user?.userName as unknown;

describe('a database of the last version without migrations', () => {
  it('is migrated on start, keeps every document and gets every index', async () => {
    expect(problems).toEqual([]);
    expect(await appliedMigrations(app.ctx.connection.db!)).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await findIndexChanges(app.ctx.allModels)).toEqual([]);
    for (const name of LASTING) {
      const wanted = manifest.collections.find((each) => each.name === name)?.documents;
      expect(await app.ctx.connection.db!.collection(name).countDocuments(), name).toBe(wanted);
    }
  });

  it('shows its posts with comments, likes and follows', async () => {
    const feed = await app.agent().get('/posts?limit=20');
    const titles = feed.body.data.map(({ title }: { title: string }) => title);
    expect(titles.sort()).toEqual([...TITLES].sort());
    const rain = feed.body.data.find(({ title }: { title: string }) => title === "It's raining");
    expect(rain.likes).toBe(3);
    const comments = await app.agent().get(`/comments/post/${rain._id}`);
    expect(comments.body.data).toEqual([
      expect.objectContaining({ body: '@ada take an umbrella', repliesCount: 1, reactions: { likes: 1 } }),
    ]);
    const ada = await app.agent().get('/users/username/ada');
    const board = await app.agent().get(`/boards/user/${ada.body.data._id}`);
    expect(board.body.data.socialStats).toMatchObject({ followers: 1 });
  });

  it('finds posts by title', async () => {
    for (const title of TITLES) {
      const found = await app.agent().get(`/posts?q=${encodeURIComponent(title)}`);
      expect(found.body.data.map((post: { title: string }) => post.title)).toContain(title);
    }
  });

  it('signs in every user by the address of their sign-up and by name', async () => {
    const everybody: [string, string][] = [
      ['ada', 'v@example.org'],
      ['ada_twin', 'v@ｅxample.org'],
      ['ada_circled', 'v@ⓔxample.org'],
      ['munich', 'm@münchen.example'],
      ['puny', 'm@xn--mnchen-3ya.example'],
      ['jose', 'jose@bücher.example'],
      ['jose', 'jose@xn--bcher-kva.example'],
      ['jose', 'JOSE@BÜCHER.example'],
      ['odd', 'odd..dots@example.org'],
      ['grace', 'grace@ｅxample.net'],
      ['grace', 'grace@example.net'],
    ];
    for (const [userName, email] of everybody) {
      expect(await nameSignedIn(email), email).toBe(userName);
      expect(await nameSignedIn(userName)).toBe(userName);
    }
  });

  it('rejects their mailboxes for new accounts', async () => {
    const fields = { fullName: 'Newcomer', userName: 'newcomer', password: PASSWORD };
    for (const email of ['v@ｅxample.org', 'v@EXAMPLE.org', 'm@MÜNCHEN.example', 'jose@bücher.example']) {
      const answer = await app
        .agent()
        .post('/auth/register')
        .send({ ...fields, email });
      expect(answer.status, email).toBe(409);
    }
  });

  it('sends password reset codes to all of them', async () => {
    for (const email of ['v@ｅxample.org', 'odd..dots@example.org', 'm@münchen.example']) {
      const { status } = await app.agent().post('/auth/forgot-password').send({ email });
      expect(status).toBe(200);
      expect(
        await app.ctx.models.PasswordReset.countDocuments({ _id: email, user: { $ne: null } }),
        email,
      ).toBe(1);
    }
  });
});
