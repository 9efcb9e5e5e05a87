import * as z from 'zod/mini';
import { sessionAnswer } from './auth.js';
import { isoDate, objectId, plainAnswer, shortText, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import { ACCOUNT_LIMITS } from './limits.js';
import { FACTOR_LIMITS } from './security-limits.js';
import { typedCode } from './typed-code.js';
import { t } from './t.js';

/** Ways to confirm an account's identity. `recovery` is a recovery code, `code` one of an authenticator app. */
const confirmationWays = ['passkey', 'code', 'recovery', 'password'] as const;
export type ConfirmationWay = (typeof confirmationWays)[number];

/** WebAuthn options as JSON, for `PublicKeyCredential.parseRequestOptionsFromJSON` and its sibling. */
const webAuthnOptions = z.looseObject({ challenge: z.string() });

const encoded = (label: string, max: number) =>
  text(label).check(
    z.maxLength(max, t`${label} is too long`),
    z.regex(/^[\w-]*$/, `${label} must be base64url`),
  );

const credential = {
  id: encoded('Passkey', 2000),
  rawId: encoded('Passkey', 2000),
  type: z.literal('public-key', { error: 'Passkey is malformed' }),
};

/** `PublicKeyCredential.toJSON()` of a passkey that was used. */
export const passkeyUse = z.object({
  ...credential,
  response: z.object(
    {
      clientDataJSON: encoded('Passkey', 5000),
      authenticatorData: encoded('Passkey', 5000),
      signature: encoded('Passkey', 5000),
      userHandle: z.optional(z.nullable(encoded('Passkey', 200))),
    },
    { error: 'Passkey is malformed' },
  ),
});
export type PasskeyUse = z.infer<typeof passkeyUse>;

/** `PublicKeyCredential.toJSON()` of a new passkey. */
export const newPasskey = z.object({
  ...credential,
  response: z.object(
    {
      clientDataJSON: encoded('Passkey', 5000),
      attestationObject: encoded('Passkey', 20_000),
      transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
    },
    { error: 'Passkey is malformed' },
  ),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** The code of an authenticator app, or a recovery code. */
const codeField = text(t`Code`).check(
  z.overwrite(typedCode),
  z.minLength(1, { error: t`Code is required`, abort: true }),
  z.maxLength(FACTOR_LIMITS.codeMax, t`Code is too long`),
);

const proof = { code: z.optional(codeField), passkey: z.optional(passkeyUse) };
const secondFactorBody = z.object(proof);
export type SecondFactorBody = z.infer<typeof secondFactorBody>;

/** The factors that can confirm the identity, and the options for a passkey, `null` without one. */
const confirmation = z.object({
  ways: z.array(z.enum(confirmationWays)),
  passkey: z.nullable(webAuthnOptions),
});
export type Confirmation = z.infer<typeof confirmation>;
const confirmationAnswer = z.object({ ...success, data: confirmation });

const optionsAnswer = z.object({ ...success, data: webAuthnOptions });

/** The challenge for a sign-in by passkey alone, for any account. */
export const passkeyOptions = endpoint('passkeyOptions', { answer: optionsAnswer });

/** Signs in with a passkey that verified its user. It needs no second step. */
export const passkeySignIn = endpoint('passkeySignIn', {
  body: z.object({
    passkey: passkeyUse,
    rememberMe: z.optional(z.boolean({ error: 'Remember me must be true or false' })),
  }),
  answer: sessionAnswer,
});

/** The factors that can complete the sign-in of this browser's ticket. */
export const secondFactorOptions = endpoint('secondFactorOptions', { answer: confirmationAnswer });

/** Completes a sign-in that answered `SECOND_FACTOR_REQUIRED`. */
export const secondFactor = endpoint('secondFactor', { body: secondFactorBody, answer: sessionAnswer });

/** Answers `STEP_UP_REQUIRED` if the account has a second factor that this session has not confirmed lately. */
export const checkConfirmed = endpoint('checkConfirmed', { answer: plainAnswer });

/** The factors that can confirm the identity of the signed-in user. */
export const confirmOptions = endpoint('confirmOptions', { answer: confirmationAnswer });

/** Confirms the identity: calls that answered `STEP_UP_REQUIRED` work in this session for 15 minutes. */
export const confirmIdentity = endpoint('confirmIdentity', {
  body: z.object({
    ...proof,
    password: z.optional(
      text(t`Password`).check(z.maxLength(ACCOUNT_LIMITS.passwordMax, t`Password is too long`)),
    ),
  }),
  answer: plainAnswer,
});

/** A second factor. Its secrets are never shown again. `credentialId` is the browser's id of a passkey. */
export const factor = z.object({
  _id: objectId(),
  kind: z.enum(['passkey', 'totp']),
  credentialId: z.optional(z.string()),
  name: z.string(),
  createdAt: isoDate,
  lastUsedAt: z.nullable(isoDate),
});
export type Factor = z.infer<typeof factor>;

/** `recoveryCodes` is how many are left. */
const factors = z.object({ factors: z.array(factor), recoveryCodes: z.number() });
export type Factors = z.infer<typeof factors>;

export const listFactors = endpoint('listFactors', { answer: z.object({ ...success, data: factors }) });

/** `recoveryCodes` come with the first factor only, and are only returned here. */
const addedAnswer = z.object({ ...success, data: factor, recoveryCodes: z.optional(z.array(z.string())) });

export const beginPasskey = endpoint('beginPasskey', { answer: optionsAnswer });

export const addPasskey = endpoint('addPasskey', {
  body: z.object({
    name: shortText(t`Passkey name`, FACTOR_LIMITS.nameMax).check(
      z.minLength(1, t`Passkey name is required`),
    ),
    passkey: newPasskey,
  }),
  answer: addedAnswer,
});

/**
 * A new secret for an authenticator app, as text and as the `otpauth:` address of the QR code. `ticket` holds it
 * until the first code confirms it.
 */
export const beginTotp = endpoint('beginTotp', {
  answer: z.object({
    ...success,
    data: z.object({ secret: z.string(), uri: z.string(), ticket: z.string() }),
  }),
});

export const addTotp = endpoint('addTotp', {
  body: z.object({ ticket: text('Ticket').check(z.maxLength(500, 'Ticket is too long')), code: codeField }),
  answer: addedAnswer,
});

/** Recovery codes go with the last factor. */
export const removeFactor = endpoint('removeFactor', {
  params: z.object({ factorId: objectId('Invalid factor ID') }),
  answer: plainAnswer,
});

/** Replaces the recovery codes. They are only returned here. */
export const makeRecoveryCodes = endpoint('makeRecoveryCodes', {
  answer: z.object({ ...success, recoveryCodes: z.array(z.string()) }),
});
