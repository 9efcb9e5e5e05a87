import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ORIGIN = 'http://localhost:3000';
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');
const hex = (text: string) => Buffer.from(text, 'hex');

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

export interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

interface Deviation {
  origin?: string;
  rpId?: string;
  /** Whether the user gave a PIN or a finger. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
}

/** A passkey in software: makes the answers that a browser's `PublicKeyCredential.toJSON()` gives. */
export function softPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);
  let counter = 0;
  let user: string | undefined;

  const clientData = (type: string, challenge: string, origin = ORIGIN) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, rest]);
  };
  // COSE key: EC2, ES256, P-256
  const coseKey = Buffer.concat([
    hex('a5010203262001215820'),
    Buffer.from(x, 'base64url'),
    hex('225820'),
    Buffer.from(y, 'base64url'),
  ]);

  const credential = <R extends object>(response: R) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    /** The answer to the options of `addPasskey`. */
    create(options: Options, { origin, rpId = options.rp?.id ?? '', verified = true }: Deviation = {}) {
      user = options.user?.id;
      const attested = Buffer.concat([Buffer.alloc(16), hex('0010'), credentialId, coseKey]);
      const data = authData(rpId, UP | AT | (verified ? UV : 0), counter, attested);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(data.length);
      // {fmt: "none", attStmt: {}, authData}
      const attestationObject = Buffer.concat([
        hex('a363666d74646e6f6e656761747453746d74a068617574684461746159'),
        length,
        data,
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, origin)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      });
    },
    /** The answer to the options of a sign-in or a confirmation. */
    use(options: Options, deviation: Deviation = {}) {
      const { origin, rpId = options.rpId ?? '', verified = true } = deviation;
      counter = deviation.counter ?? counter + 1;
      const data = authData(rpId, UP | (verified ? UV : 0), counter);
      const client = clientData('webauthn.get', options.challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: deviation.userHandle ?? user,
      });
    },
  };
}

/** The code that an authenticator app shows for a secret. */
export const appCode = (secret: string, at: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
