import { once } from 'node:events';
import { connect } from 'node:net';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeader } from '../../testing/cookies.js';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('an export that the client does not read', () => {
  it('blocks only this user’s slot, until the connection closes', async () => {
    const reader = app.agent();
    const registered = await reader.post('/auth/register').send(newAccount());
    const user = new Types.ObjectId(registered.body.user._id as string);
    // More than the kernel buffers for a connection.
    const posts = Array.from({ length: 1500 }, () => ({ user, description: '€'.repeat(5000) }));
    await app.ctx.models.Post.collection.insertMany(posts);
    const { hostname, port } = new URL(app.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => undefined);
    slow.write(
      `GET /auth/export HTTP/1.1\r\nHost: a\r\nCookie: ${cookieHeader(registered)}\r\nConnection: close\r\n\r\n`,
    );
    // The response has started, and the client reads no further.
    await once(slow, 'readable');
    expect((await reader.get('/auth/export')).status).toBe(429);
    const other = await app.signUp();
    expect((await other.agent.get('/auth/export')).status).toBe(200);
    slow.destroy();
    await expect
      .poll(async () => (await reader.get('/auth/export')).status, { interval: 200, timeout: 20_000 })
      .toBe(200);
  }, 60_000);
});
