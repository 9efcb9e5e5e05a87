import { randomBytes } from 'node:crypto';

/** A call that got a response. */
export interface Answered {
  status: number;
  headers: Headers;
  body: {
    data?:
      | {
          _id?: string;
          likes?: number;
          /** Of an invitation. */
          code?: string;
          /** Of a draft. */
          version?: number;
          /** Of a new authenticator app. */
          secret?: string;
          ticket?: string;
        }
      | undefined;
    unread?: number;
    /** Of an error. */
    code?: string;
    user?: { _id: string };
  };
}

/** The password of all members. */
export const PASSWORD = 'correct horse 1';

/** A second apart. */
const SIGN_UP_TRIES = 30;

export type Member = ReturnType<typeof createMember>;

/** A signed-in user whose calls continue across API processes: change `url` to call another one. */
export function createMember(url: string) {
  let cookie = '';
  const member = {
    url,
    /** Empty before `signUp`. */
    id: '',
    userName: '',

    /** Headers for a hand-written request. */
    headersOf: (body: string): Record<string, string> => ({
      cookie,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),

    /** Headers for a call with a streamed response. */
    headers: (): Record<string, string> => ({ cookie }),

    /** @throws TypeError if there is no response; the result of the call is then unknown */
    async call(method: string, path: string, body?: object): Promise<Answered> {
      const answer = await fetch(`${member.url}${path}`, {
        method,
        headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
      if (cookies.length > 0) cookie = cookies.join('; ');
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: JSON.parse(text) as Answered['body'] };
    },

    /** @param more further fields */
    async signUp(more: object = {}): Promise<void> {
      const userName = `faults_${randomBytes(6).toString('hex')}`;
      const fields = { fullName: 'Made for faults', email: `${userName}@example.org`, password: PASSWORD };
      const register = () => member.call('POST', '/auth/register', { userName, ...fields, ...more });
      let { status, body } = await register();
      // a process that has just started on a busy machine sheds load, and says that nothing was done
      for (let tries = 1; body.code === 'SERVICE_UNAVAILABLE' && tries < SIGN_UP_TRIES; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        ({ status, body } = await register());
      }
      if (status !== 201) throw new Error(`Signing up answered ${status} ${String(body.code)}`);
      member.id = body.user?._id ?? '';
      member.userName = userName;
    },
  };
  return member;
}

/** Milliseconds until a new API serves, on a machine that other tests keep busy. */
export const HEALTHY_WITHIN = 150_000;

/**
 * Waits until `/health` returns the wanted status.
 * @returns the milliseconds it took
 */
export async function healthIs(url: string, status: number, within: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    await answer?.arrayBuffer();
    const passed = performance.now() - start;
    if (answer?.status === status) return passed;
    if (passed > within) throw new Error(`/health did not answer ${status} within ${within} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
