import { FACTOR_LIMITS, type NewPasskey, type PasskeyUse } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { Types, type Model } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { CHALLENGE_TTL, type Challenges, type Purpose } from './challenges.js';
import type { FactorRecord } from './factor.model.js';
import { invalidFactor } from './invalid-factor.js';

/** Loaded by the first passkey, since it takes an eighth of the API's start. */
const webauthn = () => import('@simplewebauthn/server');

interface PasskeysDeps extends Pick<Platform, 'config' | 'inTurn' | 'now' | 'log'> {
  factors: Model<FactorRecord>;
  challenges: Challenges;
  instance: Pick<Instance, 'settings'>;
}

interface Passkeys extends PasskeysDeps {
  /** The host of the web app. */
  rpID: string;
  expectedOrigin: string[];
}

const refused = (cause?: unknown) => invalidFactor('passkey', t`This passkey was not accepted`, cause);

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));

async function credentialsOf({ factors }: Passkeys, user: string) {
  const found = factors.find({ user, kind: 'passkey' }).sort({ createdAt: 1 }).limit(FACTOR_LIMITS.passkeys);
  return (await found.lean()).map(({ key, transports }) => ({
    id: key,
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  }));
}

async function optionsFor(passkeys: Passkeys, purpose: Purpose, user: string | null) {
  const allowCredentials = user === null ? [] : await credentialsOf(passkeys, user);
  const { generateAuthenticationOptions } = await webauthn();
  return {
    ...(await generateAuthenticationOptions({
      rpID: passkeys.rpID,
      challenge: bytesOf(await passkeys.challenges.make(purpose, user)),
      timeout: CHALLENGE_TTL,
      allowCredentials,
      userVerification: user === null ? 'required' : 'preferred',
    })),
  };
}

async function creationOptionsFor(passkeys: Passkeys, { _id, userName, fullName }: UserRecord) {
  const user = _id.toHexString();
  const { generateRegistrationOptions } = await webauthn();
  return {
    ...(await generateRegistrationOptions({
      rpName: (await passkeys.instance.settings()).name,
      rpID: passkeys.rpID,
      userName,
      userDisplayName: fullName,
      userID: Uint8Array.from(Buffer.from(user)),
      challenge: bytesOf(await passkeys.challenges.make('add', user)),
      timeout: CHALLENGE_TTL,
      excludeCredentials: await credentialsOf(passkeys, user),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })),
  };
}

async function add(
  { rpID, expectedOrigin, factors, challenges, inTurn, now }: Passkeys,
  user: string,
  name: string,
  passkey: NewPasskey,
): Promise<FactorRecord> {
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo: info } = await verifyRegistrationResponse({
    response: {
      ...passkey,
      response: { ...passkey.response, transports: passkey.response.transports ?? [] },
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => challenges.take(challenge, 'add', user),
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw refused(error);
  });
  if (info === undefined) throw refused();
  const { id, publicKey, counter, transports } = info.credential;
  const record: FactorRecord = {
    _id: new Types.ObjectId(),
    user: new Types.ObjectId(user),
    kind: 'passkey',
    key: id,
    name,
    createdAt: now(),
    lastUsedAt: null,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    ...(transports ? { transports } : {}),
  };
  try {
    await inTurn(`passkeys ${user}`, async () => {
      if ((await factors.countDocuments({ user, kind: 'passkey' })) >= FACTOR_LIMITS.passkeys) {
        throw new AppError('CONFLICT', t`You can have at most ${FACTOR_LIMITS.passkeys} passkeys`);
      }
      await factors.create([record]);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('ALREADY_EXISTS', t`This passkey is registered already`, { cause: error });
  }
  return record;
}

async function check(
  { rpID, expectedOrigin, factors, challenges, now, log }: Passkeys,
  passkey: PasskeyUse,
  purpose: Purpose,
  user: string | null,
): Promise<FactorRecord> {
  const record = await factors.findOne({ key: passkey.id, kind: 'passkey' }).lean();
  if (record === null && user === null)
    throw new AppError('UNKNOWN_PASSKEY', t`This passkey belongs to no account any more`);
  if (!record?.publicKey || (user !== null && record.user.toHexString() !== user)) throw refused();
  const counter = record.counter ?? 0;
  const { userHandle, ...response } = passkey.response;
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...passkey,
      response: { ...response, ...(userHandle ? { userHandle } : {}) },
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => challenges.take(challenge, purpose, user),
    expectedOrigin,
    expectedRPID: rpID,
    credential: { id: record.key, publicKey: bytesOf(record.publicKey), counter: 0 },
    requireUserVerification: user === null,
  }).catch((error: unknown) => {
    throw refused(error);
  });
  if (!verified) throw refused();
  const { newCounter } = authenticationInfo;
  const isForward = newCounter > counter || (newCounter === 0 && counter === 0);
  // The write decides between two parallel uses of one signature count.
  const moved = isForward
    ? await factors.updateOne(
        { _id: record._id, counter },
        { $set: { counter: newCounter, lastUsedAt: now() } },
      )
    : null;
  if (moved?.matchedCount !== 1) {
    const passkeyId = record._id.toHexString();
    log.warn({ passkeyId, counter, newCounter }, 'the counter of a passkey went back: refused');
    throw refused();
  }
  return record;
}

/** Adds and checks passkeys (WebAuthn). They belong to the host of the web app. */
export function createPasskeys(deps: PasskeysDeps) {
  const { webOrigin, allowedOrigins } = deps.config;
  const rpID = new URL(webOrigin).hostname;
  const expectedOrigin = allowedOrigins.filter((origin) => new URL(origin).hostname === rpID);
  const passkeys: Passkeys = { ...deps, rpID, expectedOrigin };
  return {
    /** Options for the passkey of a user, or with `null` for any passkey that signs in alone. */
    optionsFor: (purpose: Purpose, user: string | null) => optionsFor(passkeys, purpose, user),
    /** Options for a new passkey. */
    creationOptionsFor: (user: UserRecord) => creationOptionsFor(passkeys, user),
    /** @throws AppError 400 if the passkey is not valid, 409 if it is registered already or there are too many */
    add: (user: string, name: string, passkey: NewPasskey) => add(passkeys, user, name, passkey),
    /**
     * Checks a signature and returns the passkey. Used alone, it must have verified its user. A counter that goes
     * back may mean that the passkey was copied: it is refused and logged.
     * @param user in hex; `null` for a passkey that signs in alone
     * @throws AppError 400, `UNKNOWN_PASSKEY` if a passkey used alone belongs to nobody
     */
    check: (passkey: PasskeyUse, purpose: Purpose, user: string | null) =>
      check(passkeys, passkey, purpose, user),
  };
}
