import type { IncomingMessage } from 'node:http';
import { errorAnswer, type Endpoint } from '@social-feed/contracts';
import { docsOf } from '@social-feed/contracts/docs';
import type { Response, Test } from 'supertest';
import { expect } from 'vitest';
import { errorCodesOf } from '../outward/reference/errors.js';
import { pathOf } from './endpoint-cases.js';
import type { SignedUp } from './people.js';
import type { Agent, TestApp } from './test-app.js';

/** Calls an endpoint, which may answer documented error codes only. */
export function call(agent: Agent, endpoint: Endpoint, path = pathOf(endpoint)): Test {
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const calling = agent[method](path).expect(({ body: { code } }) => {
    if (code !== undefined) expect(errorCodesOf(endpoint)).toContain(code);
  });
  return docsOf(endpoint).answers === 'events' ? calling.buffer(true).parse(beginningOf) : calling;
}

/** A signed-in browser for many calls: the same, until a call ends its session. */
export function lastingBrowser(app: () => TestApp): () => Promise<Agent> {
  let latest: SignedUp | undefined;
  const isSignedIn = async ({ user }: SignedUp) =>
    (await app().ctx.models.Session.exists({ user: user._id })) !== null;
  return async () => {
    if (latest === undefined || !(await isSignedIn(latest))) latest = await app().signUp();
    return latest.agent;
  };
}

type Parser = Parameters<ReturnType<Agent['get']>['parse']>[0];

/** Reads the first chunk of a stream, and errors completely. */
const beginningOf: Parser = (stream, done) => {
  const answer = stream as unknown as IncomingMessage & { text: string };
  answer.text = '';
  answer.setEncoding('utf8').on('data', (more: string) => (answer.text += more));
  if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
    answer.once('data', () => {
      done(null, {});
      answer.destroy();
    });
  } else answer.on('end', () => done(null, JSON.parse(answer.text)));
};

/** Expects an error as documented, with a message for users and nothing of the inside. */
export function expectError(answer: Pick<Response, 'status' | 'body' | 'text'>, ...statuses: number[]): void {
  expect(statuses, answer.text).toContain(answer.status);
  expect(() => errorAnswer.parse(answer.body)).not.toThrow();
  expect(answer.body.message.length).toBeGreaterThan(5);
  expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d|node_modules|Mongo|Cast|ZodError/);
}
