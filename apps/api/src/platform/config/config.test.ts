import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { overrideConfig } from '../../testing/override-config.js';
import { createConfig, encodersAtOnce } from './config.js';
import { originsWithoutHttps, requireSafeOrigins } from './safe-origins.js';
import { ConfigError, readEnv } from './env.js';
import { DAY } from '../time.js';

const MONGODB_URI = 'mongodb://127.0.0.1:27017/social-feed';
const SECRET = '0f3b9c1d7e5a48261f0e9d8c7b6a5948';
const configOf = (env: NodeJS.ProcessEnv) => createConfig(readEnv({ MONGODB_URI, ...env }));

describe('configuration', () => {
  it('requires only a database in development', () => {
    const config = configOf({});
    expect(config.port).toBe(4000);
    expect(config.webOrigin).toBe('http://localhost:3000');
    expect(config.allowedOrigins).toContain('http://127.0.0.1:3000');
    expect(config.trustProxy).toBe(false);
    expect(config.demoData).toBe(true);
  });

  it.each([
    ['PUBLIC_WEB_ORIGIN', {}],
    ['PUBLIC_API_ORIGIN', { NODE_ENV: 'development', DEMO_DATA: 'false' }],
  ])('rejects other machines outside production: %s', (name, env) => {
    for (const origin of ['https://feed.example', 'http://localhost.feed.example', 'http://192.168.1.7']) {
      const start = () => requireSafeOrigins(readEnv({ ...env, [name]: origin }));
      expect(start).toThrow(ConfigError);
      expect(start).toThrow(new RegExp(`^${name} .* NODE_ENV=production`));
    }
  });

  it.each(['PUBLIC_WEB_ORIGIN', 'PUBLIC_API_ORIGIN'])('names a %s without https in production', (name) => {
    const named = (NODE_ENV: string, origin: string) =>
      originsWithoutHttps(readEnv({ NODE_ENV, [name]: origin }));
    expect(named('production', 'http://192.168.1.7:3000')).toEqual([name]);
    expect(named('production', 'https://feed.example')).toEqual([]);
    expect(named('production', 'http://localhost:8080')).toEqual([]);
    expect(named('development', 'http://192.168.1.7:3000')).toEqual([]);
  });

  it.each([
    { PUBLIC_WEB_ORIGIN: 'http://localhost:8080', NODE_ENV: 'production' },
    { PUBLIC_WEB_ORIGIN: 'https://feed.example', NODE_ENV: 'production' },
    {},
    { PUBLIC_WEB_ORIGIN: 'http://localhost:8080', PUBLIC_API_ORIGIN: 'http://[::1]:8081', NODE_ENV: 'test' },
    { PUBLIC_WEB_ORIGIN: 'http://127.0.0.2:8080', NODE_ENV: 'development' },
    { PUBLIC_WEB_ORIGIN: 'http://demo.localhost', NODE_ENV: '' },
    { PUBLIC_WEB_ORIGIN: 'http://192.168.1.7:3000', DEMO_DATA: 'true' },
  ])('accepts other machines in production or for the demo, and otherwise only this machine: %j', (env) => {
    expect(() => requireSafeOrigins(readEnv(env))).not.toThrow();
  });

  it('treats empty variables as unset, as in .env.example', () => {
    const config = configOf({ API_PORT: '', JWT_SECRET: '', PUBLIC_WEB_ORIGIN: '', RATE_LIMIT_FACTOR: '' });
    expect(config.port).toBe(4000);
    expect(config.rateLimitFactor).toBe(1);
  });

  it.each([
    ['a missing secret', {}, /JWT_SECRET is missing/],
    ['a short secret', { JWT_SECRET: 'short' }, /JWT_SECRET is too short/],
    [
      'a well-known secret',
      { JWT_SECRET: 'please-change-me-please-change-me-please' },
      /default or guessable/,
    ],
    [
      'the development secret',
      { JWT_SECRET: 'social-feed development secret, never for production' },
      /default or guessable/,
    ],
    ['a monotonous secret', { JWT_SECRET: 'ab'.repeat(20) }, /default or guessable/],
  ])('refuses to start in production with %s', (_case, env, message) => {
    const start = () => configOf({ NODE_ENV: 'production', ...env });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(message);
  });

  it('starts in production with a strong secret, trusts only the given origin and disables demo data', () => {
    const config = configOf({
      NODE_ENV: 'production',
      JWT_SECRET: SECRET,
      PUBLIC_WEB_ORIGIN: 'https://social.example/',
      PUBLIC_API_ORIGIN: 'https://social.example',
    });
    expect(config.allowedOrigins).toEqual(['https://social.example']);
    expect(config.demoData).toBe(false);
    expect(config.mail).toEqual({
      smtpUrl: null,
      from: { name: '', address: 'no-reply@social.example' },
      isFromGiven: false,
      mailbox: false,
      sendWithin: 60_000,
    });
    expect(config.oauth).toMatchObject({ google: null, facebook: null, linkedin: null, demo: false });
  });

  it.each([
    [{ NODE_ENV: 'prod' }, /NODE_ENV must be one of production, development, test, not "prod"/],
    [{ MONGODB_URI: '' }, /MONGODB_URI is missing/],
    [{ MONGODB_URI: 'postgres://somewhere' }, /MONGODB_URI must begin with/],
    [{ API_PORT: 'abc' }, /API_PORT must be a whole number from 0 to 65535, not "abc"/],
    [{ API_PORT: '70000' }, /API_PORT/],
    [{ PUBLIC_WEB_ORIGIN: 'social.example' }, /PUBLIC_WEB_ORIGIN must be an origin/],
    [{ RATE_LIMIT_FACTOR: '-1' }, /RATE_LIMIT_FACTOR must be a number above 0/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [{ TRUST_PROXY: 'everyone' }, /TRUST_PROXY must be/],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/33' }, /TRUST_PROXY must be/],
    [{ TRUST_PROXY: '2001:db8::/129' }, /TRUST_PROXY must be/],
    [{ TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY must be/],
    [
      { MAIL_FROM: 'Our Town' },
      /MAIL_FROM must be an address such as Feed <feed@example.org>, not "Our Town"/,
    ],
    [{ MAIL_FROM: 'Our Town <feed>' }, /MAIL_FROM must be/],
    [{ MEDIA_HOSTS: 'https://i.example.org' }, /MEDIA_HOSTS must be a list of hosts such as i\.example\.org/],
    [{ MEDIA_HOSTS: '*.example.org/x' }, /MEDIA_HOSTS must be/],
    [{ SMTP_URL: 'mail.example.org:25' }, /SMTP_URL must be an address such as smtp:/],
    [{ REDIS_URL: 'localhost:6379' }, /^REDIS_URL must be an address such as redis:\/\/localhost:6379\.$/],
    [{ STREAMS_MAX: '0' }, /STREAMS_MAX must be a whole number from 1 to 1000000/],
    [{ GOOGLE_CLIENT_ID: 'id' }, /GOOGLE_CLIENT_SECRET is missing beside GOOGLE_CLIENT_ID/],
    [{ LINKEDIN_CLIENT_SECRET: 's' }, /LINKEDIN_CLIENT_ID is missing beside LINKEDIN_CLIENT_SECRET/],
    [{ POSTS_PER_DAY: '0' }, /POSTS_PER_DAY must be a whole number from 1 to 10000, not "0"/],
    [{ POSTS_PER_TEN_MINUTES: '1.5' }, /POSTS_PER_TEN_MINUTES must be a whole number from 1 to 1000/],
    [{ UPLOADS_PER_PERSON_MB: '1 GB' }, /UPLOADS_PER_PERSON_MB must be a whole number from 1 to 1000000/],
    [{ PICTURE_MAX_MB: '51' }, /PICTURE_MAX_MB must be a whole number from 1 to 50/],
    [{ CLIP_MAX_MB: '101' }, /CLIP_MAX_MB must be a whole number from 1 to 100/],
    [{ SESSION_DAYS: '181' }, /SESSION_DAYS must be a whole number from 1 to 180/],
    [{ DEMO_DATA: 'maybe' }, /DEMO_DATA must be true or false/],
  ])('explains in one sentence what is wrong with %j', (env, message) => {
    expect(() => configOf(env)).toThrow(message);
  });

  it.each([
    [1, 4, 1],
    [2, 4, 1],
    [8, 4, 2],
    [8, 16, 7],
    [8, 1, 1],
  ])('reserves a core and two threads for other work: of %i cores and %i threads', (cores, threads, most) => {
    expect(encodersAtOnce(cores, threads)).toBe(most);
  });

  it('reads the number of available threads', () => {
    expect(configOf({ UV_THREADPOOL_SIZE: '3' }).media.encodersMax).toBe(1);
  });

  it('derives a different key for each use', () => {
    const { secrets } = configOf({});
    const keys = Object.values(secrets).map((key) => key.toString('hex'));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    [undefined, false],
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
    ['10.0.0.1/32, 2001:db8::/128', ['10.0.0.1/32', '2001:db8::/128']],
  ])('parses TRUST_PROXY %j as %j', (value, expected) => {
    expect(configOf({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  it.each([
    ['feed@example.org', ''],
    ['<feed@example.org>', ''],
    ['Our Town, daily <feed@example.org>', 'Our Town, daily'],
    ['Foo: Bar <feed@example.org>', 'Foo: Bar'],
    ['Jane (Feed) <feed@example.org>', 'Jane (Feed)'],
    ['"Our" <feed@example.org>', 'Our'],
    ['"Our \\"big\\" Town; a@b.c" <feed@example.org>', 'Our "big" Town; a@b.c'],
    ["Ada's; [Feed] @home \\o/ <feed@example.org>", "Ada's; [Feed] @home \\o/"],
    ['Þór 🌊 <feed@example.org>', 'Þór 🌊'],
  ])('sends mail as %s', async (sender, name) => {
    const { mail } = configOf({ MAIL_FROM: sender });
    const from = { name, address: 'feed@example.org' };
    expect(mail).toMatchObject({ from, isFromGiven: true });
    // what a mail server and its readers get
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      from: mail.from,
    });
    const [header = ''] = /^From: .*(?:\r\n .*)*/m.exec((message as unknown as Buffer).toString()) ?? [];
    const words = header
      .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
        decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
      )
      .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString());
    expect(words).toMatch(/^From: (?:.* <feed@example\.org>|feed@example\.org|<feed@example\.org>)$/);
    const unquoted = /^From: (?:"(.*)"|(.*?)) ?<?feed@/.exec(words);
    expect((unquoted?.[1]?.replace(/\\(.)/g, '$1') ?? unquoted?.[2])?.trim()).toBe(name);
  });

  it('lets the host set limits of uploads and posts, and how long a session lasts [B22-50 B22-51]', () => {
    const limitsOf = ({ media, posts, sessions }: ReturnType<typeof configOf>) => [
      [media.quotaBytes, media.firstDayBytes, media.imageBytes, media.videoBytes].map((n) => n / 1024 ** 2),
      [posts.perTenMinutes, posts.perDay, sessions.rememberedTtl / DAY],
    ];
    expect(limitsOf(configOf({}))).toEqual([
      [1024, 256, 10, 50],
      [10, 200, 30],
    ]);
    const env = {
      UPLOADS_PER_PERSON_MB: '200',
      PICTURE_MAX_MB: '4',
      CLIP_MAX_MB: '100',
      POSTS_PER_TEN_MINUTES: '2',
      POSTS_PER_DAY: '20',
      SESSION_DAYS: '7',
    };
    expect(limitsOf(configOf(env))).toEqual([
      [200, 50, 4, 100],
      [2, 20, 7],
    ]);
  });

  it('overrides parts and preserves the rest', () => {
    const config = overrideConfig(configOf({}), { limits: { maxInFlight: 1 }, rateLimitFactor: 5 });
    expect(config.limits.maxInFlight).toBe(1);
    expect(config.limits.jsonBytes).toBe(100_000);
    expect(config.rateLimitFactor).toBe(5);
  });
});
