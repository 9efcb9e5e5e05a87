import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
import { deriveSecrets } from '../../platform/config/secrets.js';
import { createTokens } from './tokens.js';

const secrets = deriveSecrets('a secret for tests');
const tokens = createTokens(secrets);
const issuedAt = new Date('2026-11-01T12:00:00Z');
const expiresAt = new Date('2026-11-01T12:15:00Z');
const during = new Date('2026-11-01T12:10:00Z');
const claims = { userId: 'a'.repeat(24), sessionId: 'b'.repeat(24) };
const lifetime = { issuedAt, expiresAt };

const payload = {
  sub: claims.userId,
  sid: claims.sessionId,
  typ: 'access',
  iat: issuedAt.getTime() / 1000,
  exp: expiresAt.getTime() / 1000,
};
const options = { issuer: 'social-feed', audience: 'social-feed-api' } as const;

describe('tokens', () => {
  it('reads its own tokens until they expire', () => {
    const token = tokens.signAccess(claims, lifetime);
    expect(tokens.readAccess(token, during)).toEqual(claims);
    expect(tokens.readAccess(token, expiresAt)).toBeNull();
    expect(tokens.readAccess(token, expiresAt, true)).toEqual(claims);
  });

  it('accepts the payload used by the attacks below', () => {
    const token = jwt.sign(payload, secrets.access, { ...options, algorithm: 'HS256' });
    expect(tokens.readAccess(token, during)).toEqual(claims);
  });

  it.each([
    ['no algorithm', jwt.sign(payload, '', { ...options, algorithm: 'none' })],
    ['another algorithm', jwt.sign(payload, secrets.access, { ...options, algorithm: 'HS512' })],
    ['another key', jwt.sign(payload, Buffer.alloc(32, 1), { ...options, algorithm: 'HS256' })],
    ['the key of refresh tokens', jwt.sign(payload, secrets.refresh, { ...options, algorithm: 'HS256' })],
    ['another audience', jwt.sign(payload, secrets.access, { ...options, audience: 'elsewhere' })],
    ['another issuer', jwt.sign(payload, secrets.access, { ...options, issuer: 'elsewhere' })],
    ['another type', jwt.sign({ ...payload, typ: 'refresh' }, secrets.access, options)],
    ['an object for an id', jwt.sign({ ...payload, sid: { $ne: null } }, secrets.access, options)],
    ['a refresh token', tokens.signRefresh({ ...claims, counter: 0 }, lifetime)],
    ['no token at all', 'nonsense'],
  ])('rejects %s', (_case, token) => {
    expect(tokens.readAccess(token, during)).toBeNull();
  });

  it('rejects an access token used as a refresh token', () => {
    expect(tokens.readRefresh(tokens.signAccess(claims, lifetime), during)).toBeNull();
  });

  it('signs the same refresh token for the same counter', () => {
    const sign = () => tokens.signRefresh({ ...claims, counter: 3 }, lifetime);
    expect(sign()).toBe(sign());
    expect(tokens.readRefresh(sign(), during)).toEqual({ ...claims, counter: 3 });
  });

  it('stores known devices, and only valid ids', () => {
    const token = tokens.signDevice({ deviceId: 'd', userIds: [claims.userId, 'no id'] }, lifetime);
    expect(tokens.readDevice(token, during)).toEqual({ deviceId: 'd', userIds: [claims.userId] });
    expect(tokens.readDevice(`${token}x`, during)).toBeNull();
  });
});
