import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { CurrentUser } from '@social-feed/contracts';
import type { Express, Request, Response } from 'express';
import { pino, type Logger } from 'pino';
import request from 'supertest';
import { inject } from 'vitest';
import { createApi, type Api, type ApiOverrides } from '../api.js';
import { loadDemo, type Demo } from '../demo.js';
import { createConfig, type Config } from '../platform/config/config.js';
import { readEnv } from '../platform/config/env.js';
import { createHttpServer } from '../platform/http/http-server.js';
import { runForRequest, type RequestContext } from '../platform/request-context.js';
import type { MediaStorage } from '../platform/storage/media-storage.js';
import { MINUTE } from '../platform/time.js';
import { modelsOf, type Models } from './models.js';
import { overrideConfig, type ConfigOverrides } from './override-config.js';

export { createApi };
export type Agent = ReturnType<typeof request.agent>;

export interface TestClock {
  now: () => Date;
  advance: (milliseconds: number) => void;
}

export interface SignUpFields {
  fullName: string;
  userName: string;
  email: string;
  password: string;
}

export interface TestApp {
  ctx: Api & { models: Models };
  app: Express;
  server: Server;
  url: string;
  clock: TestClock;
  /** A new browser: stores cookies between calls, sends no Origin. */
  agent: () => Agent;
  /**
   * Creates an account with a session, without a call of the API; the agent is signed in to it. Its address gets no
   * code: see `register`.
   */
  signUp: (overrides?: Partial<SignUpFields>) => Promise<{ agent: Agent; user: CurrentUser }>;
  /** Creates an account through the API, which mails a code to its address; the agent is signed in to it. */
  register: (overrides?: Partial<SignUpFields>) => Promise<{ agent: Agent; user: CurrentUser }>;
  close: () => Promise<void>;
}

export interface TestAppOptions {
  config?: ConfigOverrides;
  clock?: TestClock;
  log?: Logger;
  /** A demo to use instead of packages/demo. */
  demo?: Demo;
  /** Media storage to use instead of the disk. */
  storage?: MediaStorage;
  /** Other sites, instead of none. */
  outbound?: ApiOverrides['outbound'];
  /** The way to tell other processes of changes. */
  bus?: ApiOverrides['bus'];
  /** The languages of mails and feeds, instead of English alone. */
  languages?: ApiOverrides['languages'];
  /** Another app's database, to run two apps on one. It is not dropped at the end. */
  dbName?: string;
}

/**
 * A clock that only moves when advanced. It starts with the next minute unless told otherwise: the database expires
 * documents by real time, and what a call costs and counts must not depend on the second at which a test starts.
 */
export function createClock(start = Math.ceil(Date.now() / MINUTE) * MINUTE): TestClock {
  let time = start;
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** A test configuration: responses are validated, hashes are cheap, rate limits per address are high. */
export function testConfig(overrides: ConfigOverrides = {}, uri = inject('mongoUri')): Config {
  const base = createConfig(readEnv({ MONGODB_URI: uri, LOG_LEVEL: 'silent' }));
  const forTests = overrideConfig(base, {
    checkAnswers: true,
    // No cache, because tests change users without the API.
    sessions: { personTtl: 0 },
    rateLimitFactor: 1000,
    accountLimitFactor: 1000,
    proofOfWork: { cost: 1, tries: 4 },
    oauth: { oidcName: 'Club ID' },
    argon2: { memoryCost: 64, timeCost: 1, queueMax: 500 },
    // High limits, because a busy test machine is not an overload.
    limits: { requestDeadline: 30_000, maxInFlight: 2000, loopDelayMax: Infinity },
  });
  return overrideConfig(forTests, overrides);
}

const requestOf = (req: Request): RequestContext => ({
  req,
  signal: new AbortController().signal,
  deadlineAt: Infinity,
  answered: false,
  appendHeader: () => undefined,
});

/** The connection of a caller on this machine. */
const LOOPBACK = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' });

/** Tests reach no other site. */
const NO_NETWORK = { resolve: () => Promise.reject(new Error('There is no network in tests')) };

let people = 0;

/** Fields of a new account, unique for each call. */
export function newAccount(overrides: Partial<SignUpFields> = {}): SignUpFields {
  people += 1;
  const userName = overrides.userName ?? `person_${people}_${randomBytes(3).toString('hex')}`;
  return {
    fullName: `Person ${people}`,
    userName,
    email: `${userName.toLowerCase()}@example.org`,
    password: 'correct horse 1',
    ...overrides,
  };
}

/**
 * Stores an account and its first session, by the functions that a sign-up calls.
 * @returns the user as the sign-up answers, and the cookies that it sets
 */
async function startSession(
  { app, users, sessions }: Api,
  { fullName, userName, email, password }: SignUpFields,
): Promise<{ user: CurrentUser; cookies: string[] }> {
  const passwordHash = await sessions.passwords.hash(password);
  const user = await users.create({ fullName, userName, email, emailVerified: false, passwordHash });
  const req = Object.setPrototypeOf(new IncomingMessage(LOOPBACK), app.request) as Request;
  const res = Object.setPrototypeOf(new ServerResponse(req), app.response) as Response;
  const signIn = { req, res, userId: user._id, remember: true, by: 'Password', isFirst: true };
  const session = await runForRequest(requestOf(req), () => sessions.start(signIn));
  return {
    user: sessions.presentSignedIn({ user, session }).user,
    cookies: res.getHeader('set-cookie') as string[],
  };
}

/** Creates an API with a new database, which `close` drops. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? createClock();
  const dbName = options.dbName ?? `test_${randomBytes(8).toString('hex')}`;
  const config = overrideConfig(testConfig(options.config), { mongo: { dbName, ...options.config?.mongo } });
  const api = createApi(config, {
    now: clock.now,
    log: options.log ?? pino({ level: 'silent' }),
    backgroundWork: false,
    demo: options.demo ?? (await loadDemo(config)),
    ...(options.storage === undefined ? {} : { storage: options.storage }),
    outbound: options.outbound ?? NO_NETWORK,
    bus: options.bus,
    languages: options.languages,
  });
  const ctx = Object.assign(api, { models: modelsOf(api.connection) });
  await ctx.start();
  const { app } = ctx;
  const { uploadWithin, standstill, unsentBytes } = config.limits;
  const { server } = createHttpServer(app, { requestWithin: uploadWithin, standstill, unsentBytes });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const agent = () => request.agent(server);
  return {
    ctx,
    app,
    server,
    url: `http://127.0.0.1:${port}`,
    clock,
    agent,
    signUp: async (overrides) => {
      const own = agent();
      const { user, cookies } = await startSession(ctx, newAccount(overrides));
      own.jar.setCookies(cookies, '127.0.0.1', '/');
      return { agent: own, user };
    },
    register: async (overrides) => {
      const own = agent();
      const answer = await own.post('/auth/register').send(newAccount(overrides));
      if (answer.status !== 201) throw new Error(`Sign-up failed: ${answer.status} ${answer.text}`);
      return { agent: own, user: answer.body.user as CurrentUser };
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      if (options.dbName === undefined) await ctx.connection.dropDatabase();
      await ctx.destroy();
    },
  };
}
