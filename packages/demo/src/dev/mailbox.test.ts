import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, createTestApp, type TestApp } from '@social-feed/api/testing/test-app';
import request from 'supertest';
import { demo } from '../index.js';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  for (const [name, fullName] of [
    ['ada', 'Ada'],
    ['bob', 'Bob <script>alert(1)</script>'],
  ] as const) {
    test.clock.advance(1000);
    const text = `${fullName}, your code is 123456`;
    await test.ctx.mail.enqueue({ to: `${name}@example.org`, subject: 'Your code', text, html: text });
  }
});
afterAll(() => test.close());

const asJson = (path: string) => test.agent().get(path).set('Accept', 'application/json');

describe('GET /dev/mailbox', () => {
  it('lists mail as JSON on request, latest first', async () => {
    const answer = await asJson('/dev/mailbox');
    expect(answer.status).toBe(200);
    expect(answer.body.map((mail: { to: string }) => mail.to)).toEqual([
      'bob@example.org',
      'ada@example.org',
    ]);
    expect(Object.keys(answer.body[0]).sort()).toEqual(['date', 'fromName', 'html', 'subject', 'text', 'to']);
    expect(answer.body[0].date).toBe(test.clock.now().toISOString());
    expect(answer.body[0].text).toContain('123456');
  });

  it('filters by recipient', async () => {
    const answer = await asJson('/api/dev/mailbox?to=Ada@example.org');
    expect(answer.body.map((mail: { to: string }) => mail.to)).toEqual(['ada@example.org']);
    expect((await asJson('/dev/mailbox?to=nobody@example.org')).body).toEqual([]);
  });

  it('is a page in browsers, in which no mail can run scripts', async () => {
    const answer = await test
      .agent()
      .get('/dev/mailbox')
      .set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(answer.headers['content-type']).toMatch(/text\/html/);
    expect(answer.text).toContain('Development only');
    expect(answer.text).toContain('<iframe sandbox ');
    expect(answer.text).not.toContain('<script');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('does not exist in production, even with stored mail', async () => {
    const production = createApi({ ...test.ctx.config, production: true }, { backgroundWork: false, demo });
    await production.start();
    for (const path of ['/dev/mailbox', '/api/dev/mailbox', '/dev/mailbox/']) {
      expect((await request(production.app).get(path)).status).toBe(404);
    }
    await production.destroy();
  });
});
