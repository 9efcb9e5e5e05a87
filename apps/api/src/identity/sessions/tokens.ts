import { createSecretKey, type KeyObject } from 'node:crypto';
import { isId, objectId } from '@social-feed/contracts';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config/config.js';
import { cacheFor } from '../../platform/lru-cache.js';
import { MINUTE } from '../../platform/time.js';

const ALGORITHM = 'HS256';
const ISSUER = 'social-feed';
const AUDIENCE = 'social-feed-api';
const CHECKED_FOR = MINUTE;

interface AccessClaims {
  userId: string;
  sessionId: string;
}

interface RefreshClaims extends AccessClaims {
  /** Number of this refresh token within its session. */
  counter: number;
}

/** Content of a browser's device cookie. */
export interface DeviceClaims {
  deviceId: string;
  /** Users who signed in here, latest first. */
  userIds: string[];
}

const id = objectId();
const accessPayload = z.object({ sub: id, sid: id, exp: z.number() });
const refreshPayload = z.object({ sub: id, sid: id, n: z.int() });
const devicePayload = z.object({ did: z.string(), users: z.array(z.unknown()) });

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

interface Lifetime {
  issuedAt: Date;
  expiresAt: Date;
}

function sign(type: string, key: KeyObject, claims: object, { issuedAt, expiresAt }: Lifetime): string {
  const payload = { ...claims, typ: type, iat: seconds(issuedAt), exp: seconds(expiresAt) };
  return jwt.sign(payload, key, { algorithm: ALGORITHM, issuer: ISSUER, audience: AUDIENCE });
}

/**
 * Returns the claims of a token of this type, or `null`. The algorithm is pinned, so that a token cannot choose it.
 */
function verify<S extends z.ZodMiniType>(
  type: string,
  key: KeyObject,
  schema: S,
  token: string,
  { now, ignoreExpiration = false }: { now: Date; ignoreExpiration?: boolean },
): z.infer<S> | null {
  try {
    const payload = jwt.verify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTimestamp: seconds(now),
      ignoreExpiration,
    });
    return typeof payload === 'object' && payload['typ'] === type ? schema.parse(payload) : null;
  } catch {
    return null;
  }
}

/**
 * Signs and reads the three tokens stored in cookies. A refresh token depends only on its session, so the same
 * successor is signed each time.
 */
export function createTokens(secrets: Config['secrets']) {
  // given bytes, jsonwebtoken first tries to read a private key from them, at 0.3 ms for each token
  const keys = {
    access: createSecretKey(secrets.access),
    refresh: createSecretKey(secrets.refresh),
    device: createSecretKey(secrets.device),
  };
  /** A browser sends the same access token with every request, so its signature is checked once and cached. */
  const checked = cacheFor<{ claims: AccessClaims; endsAt: number }>(CHECKED_FOR);

  return {
    signAccess: ({ userId, sessionId }: AccessClaims, lifetime: Lifetime) =>
      sign('access', keys.access, { sub: userId, sid: sessionId }, lifetime),

    /** `ignoreExpiration` is for signing out, which also needs the session of an expired token. */
    readAccess(token: string, now: Date, ignoreExpiration = false): AccessClaims | null {
      const known = checked.get(token);
      if (known !== undefined) return ignoreExpiration || known.endsAt > seconds(now) ? known.claims : null;
      const payload = verify('access', keys.access, accessPayload, token, { now, ignoreExpiration });
      if (payload === null) return null;
      const claims = { userId: payload.sub, sessionId: payload.sid };
      checked.set(token, { claims, endsAt: payload.exp });
      return claims;
    },

    signRefresh: ({ userId, sessionId, counter }: RefreshClaims, lifetime: Lifetime) =>
      sign('refresh', keys.refresh, { sub: userId, sid: sessionId, n: counter }, lifetime),

    readRefresh(token: string, now: Date, ignoreExpiration = false): RefreshClaims | null {
      const payload = verify('refresh', keys.refresh, refreshPayload, token, { now, ignoreExpiration });
      return payload && { userId: payload.sub, sessionId: payload.sid, counter: payload.n };
    },

    signDevice: ({ deviceId, userIds }: DeviceClaims, lifetime: Lifetime) =>
      sign('device', keys.device, { did: deviceId, users: userIds }, lifetime),

    readDevice(token: string, now: Date): DeviceClaims | null {
      const payload = verify('device', keys.device, devicePayload, token, { now });
      return payload && { deviceId: payload.did, userIds: payload.users.filter(isId) };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
