import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Signs a new user up as an API client does; retries while the API is overloaded. */
export async function signUp(api: string): Promise<{ id: string; cookie: string }> {
  const userName = `bench${randomBytes(5).toString('hex')}`;
  const answer = await fetch(`${api}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fullName: 'Bench Reader',
      userName,
      email: `${userName}@example.com`,
      password: 'Bench-reader-1!',
    }),
  });
  const text = await answer.text();
  if (answer.status === 503) {
    await pause(1000);
    return signUp(api);
  }
  if (answer.status !== 201) throw new Error(`Sign-up answered ${answer.status}: ${text}`);
  const { user } = JSON.parse(text) as { user: { _id: string } };
  const cookies = answer.headers.getSetCookie();
  return { id: user._id, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
}
