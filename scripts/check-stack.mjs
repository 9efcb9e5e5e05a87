// node scripts/check-stack.mjs ORIGIN [--post ID]: checks a running instance as a visitor of its web server would: signs
// up, uploads a picture, writes a post, and reads both back. Prints the post's id; with --post it checks that post instead,
// such as after a restore. The instance keeps the account and the post.
import './lib/check-node.mjs';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Refusal, say } from './lib/say.mjs';
import { command } from './lib/supervisor.mjs';

/** Timeout of one request in milliseconds. */
const WAIT = 20_000;
/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const TITLE = 'A check of this instance';

await command(async (supervisor) => {
  const { values, positionals } = parseArgs({
    options: { post: { type: 'string' } },
    allowPositionals: true,
  });
  const [origin = ''] = positionals;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new Refusal('Name the origin of an instance: node scripts/check-stack.mjs https://feed.example');

  let cookies = '';
  const ask = async (path, { status = 200, ...init } = {}) => {
    const headers = { origin, ...(cookies && { cookie: cookies }), ...init.headers };
    const answer = await fetch(new URL(path, origin), {
      ...init,
      headers,
      signal: AbortSignal.timeout(WAIT),
    });
    if (answer.status !== status)
      throw new Refusal(`${path} answered ${answer.status}, not ${status}: ${await answer.text()}`);
    return answer;
  };
  const send = async (path, body, status) =>
    ask(path, {
      method: 'POST',
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const write = async () => {
    const name = `check_${randomBytes(6).toString('hex')}`;
    const account = {
      fullName: 'Check',
      userName: name,
      email: `${name}@example.org`,
      password: `Check1-${name}`,
    };
    const registered = await send('/api/auth/register', account, 201);
    cookies = registered.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const form = new FormData();
    form.append('files', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'pixel.png');
    const { data: media } = await (
      await ask('/api/media', { method: 'POST', status: 201, body: form })
    ).json();
    const { data } = await (await send('/api/posts', { title: TITLE, media }, 201)).json();
    return data._id;
  };

  await ask('/api/health');
  const post = values.post ?? (await write());
  cookies = '';
  const { data } = await (await ask(`/api/posts/${post}`)).json();
  if (data.title !== TITLE) throw new Refusal(`The post ${post} has another title: ${data.title}`);
  const picture = await ask(data.media[0].url);
  if (!picture.headers.get('content-type')?.startsWith('image/'))
    throw new Refusal(`The picture of ${post} is ${picture.headers.get('content-type')}`);
  const page = await (await ask(`/p/${post}`)).text();
  if (!page.includes(`<title>${TITLE}`)) throw new Refusal(`The page of ${post} does not have its title`);
  say(post);
  await supervisor.shutdown(0);
});
