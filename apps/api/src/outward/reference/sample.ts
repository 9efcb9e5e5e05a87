import type { JsonSchema, Schemas } from './schemas.js';

const ID = '665f1c2ab7e4d90012a3c4d5';
const OTHER_ID = '665f1c2ab7e4d90012a3c4d6';
const AT = '2026-11-21T09:30:00.000Z';
const HASH = '38859bd9484471b3fed4c09872516e39015c70803a4be7e532ffbae29865341e';
const PICTURE = 'https://media.example/lighthouse/1280.webp';

/** Realistic values, by field name. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  _id: ID,
  id: ID,
  accent: '#0f766e',
  alt: 'A lighthouse at dusk',
  bio: 'Counts in octal.',
  body: 'What a view!',
  challenge: 'kL2vQ8mZx1R7bT4nY6wJ9sD3fG5hC0aE',
  code: '123456',
  cursor: 'eyJwIjoyMH0',
  contact: 'hello@example.org',
  coverPhoto: 'https://media.example/cover.webp',
  currentPassword: 'correct horse 1',
  database: 'up',
  date: '2026-11-21',
  dayBefore: '2026-11-20',
  days: 90,
  deleteAfter: 365,
  description: 'The light came on just as we arrived.',
  device: 'Firefox on Linux',
  email: 'ada@example.org',
  emailOrUsername: 'ada_l',
  ending: 'x9Qz',
  fullName: 'Ada Lovelace',
  height: 854,
  images: [PICTURE],
  interest: 'ships',
  interests: ['ships', 'mathematics'],
  ip: '203.0.113.7',
  isFirstLoad: true,
  kind: 'image',
  language: 'en',
  languages: ['en', 'fr'],
  limit: 10,
  listing: '1795168200000',
  location: 'Arlington',
  logo: PICTURE,
  month: '2026-11',
  name: 'Backup script',
  network: '203.0.113.0/24',
  newPassword: 'Better horse 2!',
  nextCursor: 'eyJwIjoyMH0',
  otp: '123456',
  page: 1,
  password: 'correct horse 1',
  placeholder: '#c7b299',
  post: OTHER_ID,
  poster: 'https://media.example/clip/poster.webp',
  postId: OTHER_ID,
  profilepic: 'https://media.example/ada.webp',
  q: 'light',
  reason: 'Spam',
  referralSource: 'direct',
  recoveryCodes: ['k7wdm-3hqxz'],
  resetToken: 'pX3v8kQm1sT9yZ2bR7wN',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  seed: 482_911,
  tag: 'sea',
  tags: ['sea', 'dusk'],
  ticket: 'q0Yw…',
  title: 'The lighthouse',
  token: 'sf_pat_4mVn0y1oWq8bT2kXz6Rj9cLs3hGd5fPaEuI7tYvNbQx',
  uptimeSeconds: 3600,
  uri: 'otpauth://totp/Social%20Feed:ada_l?secret=JBSWY3DPEHPK3PXP',
  url: PICTURE,
  user: OTHER_ID,
  userId: OTHER_ID,
  userName: 'ada_l',
  username: 'ada_l',
  videos: [],
  viewDuration: 4.2,
  website: 'https://ada.example',
  width: 1280,
  timeZone: 'Europe/Berlin',
  todayZone: 'Europe/Berlin',
};

const numberFor = ({ minimum, maximum }: JsonSchema): number =>
  Math.min(maximum ?? 3, Math.max(minimum ?? 3, 3));

function textFor({ pattern, minLength = 0, maxLength = 100 }: JsonSchema): string {
  if (pattern?.includes('[0-9a-f]{24}') === true) return ID;
  if (pattern?.includes('\\dT\\d') === true) return AT;
  if (pattern?.includes('-\\d\\d$') === true) return AT.slice(0, 10);
  if (pattern?.includes('[0-9a-f]{64}') === true) return HASH;
  return 'text'.padEnd(minLength, 'x').slice(0, maxLength);
}

const typeOf = ({ type }: JsonSchema): string | undefined =>
  Array.isArray(type) ? type.find((entry) => entry !== 'null') : type;

/**
 * Returns an example for a schema, with values that fit the field names, so that new endpoints have examples too.
 * @param name field name of the schema
 */
export function sampleOf(schemas: Schemas, given: JsonSchema, name = ''): unknown {
  const schema = schemas.resolve(given);
  if (schema.const !== undefined) return schema.const;
  const chosen = (schema.anyOf ?? schema.oneOf ?? []).find(({ type }) => type !== 'null');
  if (chosen !== undefined) return sampleOf(schemas, chosen, name);
  const known = BY_NAME[name];
  const type = typeOf(schema);
  if (known !== undefined && fits(type, known) && (schema.enum?.includes(known) ?? true)) return known;
  if (schema.enum !== undefined) return schema.default ?? schema.enum[0];
  switch (type) {
    case 'object':
      return objectFor(schemas, schema);
    case 'array':
      return schema.items === undefined ? [] : [sampleOf(schemas, schema.items, singular(name))];
    case 'integer':
    case 'number':
      return schema.default ?? numberFor(schema);
    case 'boolean':
      return schema.default ?? true;
    case 'string':
      return schema.default ?? textFor(schema);
    default:
      return {};
  }
}

function objectFor(schemas: Schemas, schema: JsonSchema): object {
  const isShort = Object.keys(schema.properties ?? {}).length <= 2;
  const entries = Object.entries(schema.properties ?? {})
    // Only responses with little else contain a message.
    .filter(([name]) => name !== 'message' || isShort || schema.required?.includes(name))
    .map(([name, inner]) => [name, name === 'message' ? 'Done' : sampleOf(schemas, inner, name)]);
  return Object.fromEntries(entries) as object;
}

function fits(type: string | undefined, value: unknown): boolean {
  if (type === undefined) return true;
  if (Array.isArray(value)) return type === 'array';
  return type === (typeof value === 'number' && type === 'integer' ? 'integer' : typeof value);
}

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');
