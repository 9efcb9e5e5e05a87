import { describe, expect, it } from 'vitest';
import { digestScene, type Reader } from '../../testing/digest-scene.js';
import { DAY } from '../../platform/time.js';

const { scene, reader, set, comment, pass, onlyDigest } = digestScene();

/** A user who got a digest, and its unsubscribe link. */
async function subscriber(): Promise<{
  ada: Reader;
  path: string;
  headers: Readonly<Record<string, string>>;
}> {
  const [ada, bob] = [await reader(), await reader('Bob')];
  await set(ada, 'daily');
  await comment(bob, ada);
  await pass(DAY);
  const { headers = {}, text } = await onlyDigest(ada);
  const url = headers['List-Unsubscribe']!.slice(1, -1);
  expect(text).toContain(url);
  return { ada, path: url.slice(new URL(url).origin.length), headers };
}
const digestOf = async ({ agent }: Reader) =>
  (await agent.get('/notifications/settings')).body.data.digest as string;

describe('the unsubscribe link of a digest', () => {
  it('is in the mail headers, for one click [B5-18]', async () => {
    const { headers } = await subscriber();
    expect(headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(
        /^<http:\/\/localhost:4000\/api\/notifications\/unsubscribe\?token=[\w-]+>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('opens a page that changes nothing, because programs follow links [B5-18]', async () => {
    const { ada, path } = await subscriber();
    const page = await scene.app.agent().get(path).expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(page.text).toContain('<form method="post">');
    expect(page.text).toContain('<b>Social Feed</b>');
    expect(page.text).not.toContain('<script');
    expect(await digestOf(ada)).toBe('daily');
    await scene.app.agent().head(path).expect(200);
    expect(await digestOf(ada)).toBe('daily');
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a form in parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['JSON', 'application/json', '{}'],
  ])('accepts %s from any origin without a session, repeatedly [B5-18]', async (_name, type, body) => {
    const { ada, path } = await subscriber();
    for (const headers of [{}, { Origin: 'https://mail.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const agent = scene.app.agent();
      const answer = await agent.post(path).set(headers).set('Content-Type', type).send(body).expect(200);
      expect(answer.text).toContain('These mails are stopped');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await digestOf(ada)).toBe('off');
    }
    await scene.app.agent().post(path).expect(200);
  });

  it('rejects a token that is forged or made for another purpose [B5-18]', async () => {
    const { ada, path } = await subscriber();
    const at = path.slice(0, path.indexOf('?'));
    for (const query of ['', '?token=', '?token=abc', `${path.slice(at.length, -4)}AAAA`]) {
      const answer = await scene.app.agent().post(`${at}${query}`).expect(400);
      expect(answer.text).toContain('This link does not work');
      await scene.app.agent().get(`${at}${query}`).expect(400);
    }
    expect(await digestOf(ada)).toBe('daily');
  });

  it('works for a deleted account [B5-18]', async () => {
    const { ada, path } = await subscriber();
    await ada.agent.post('/auth/delete-account').send({ password: 'correct horse 1' }).expect(200);
    await scene.app.ctx.jobs.runDue('account-deletion');
    await scene.app.agent().post(path).expect(200);
    const { NotificationSettings } = scene.app.ctx.models;
    expect(await NotificationSettings.countDocuments({ _id: ada.user._id })).toBe(0);
  });
});
