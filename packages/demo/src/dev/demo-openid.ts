import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { DemoPerson } from './demo-persons.js';

const ALGORITHM = 'ES256';
const KEY_ID = 'demo';
/** Seconds. */
const ID_TOKEN_LASTS = 300;

/** Metadata of the provider, with addresses below its issuer. */
export const discoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  scopes_supported: ['openid', 'email', 'profile'],
  id_token_signing_alg_values_supported: [ALGORITHM],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs ID tokens with a key of this process, made when it is first needed. */
export function createSigner() {
  let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined;
  const keys = () => (pair ??= generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  return {
    jwks: () => ({
      keys: [{ ...keys().publicKey.export({ format: 'jwk' }), alg: ALGORITHM, use: 'sig', kid: KEY_ID }],
    }),
    /** By the real time, as its readers check it. */
    idToken(of: { issuer: string; audience: string; person: DemoPerson; nonce: string | undefined }): string {
      const iat = Math.floor(Date.now() / 1000);
      const { issuer: iss, audience: aud, nonce } = of;
      const claims = { iss, aud, sub: of.person.subject, iat, exp: iat + ID_TOKEN_LASTS, nonce };
      const content = `${encode({ alg: ALGORITHM, typ: 'JWT', kid: KEY_ID })}.${encode(claims)}`;
      const key = { key: keys().privateKey, dsaEncoding: 'ieee-p1363' } as const;
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    },
  };
}
