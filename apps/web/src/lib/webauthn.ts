import { t } from '@lingui/core/macro';
import type { NewPasskey, PasskeyUse } from '@social-feed/contracts';

/** Messages for what browsers report without words for users. */
const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: t`The passkey was not used. Please try again.`,
  InvalidStateError: t`This device has a passkey of your account already.`,
  SecurityError: t`Passkeys do not work at this address.`,
};

/** For errors that no words exist for, such as those of an extension in the browser. */
const FAILED = t`The passkey did not work in this browser. Please try again, or sign in another way.`;

/** For `catch`: an error with words for users. An aborted request keeps its own. */
const reword = (error: unknown): never => {
  const { name = '' } = error instanceof Error || error instanceof DOMException ? error : {};
  if (name === 'AbortError') throw error;
  throw new Error(WORDS[name] ?? FAILED, { cause: error });
};

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Calls a method that extensions may lack or break. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Bytes of a response, by their name in its JSON form. */
const BYTES = [
  'clientDataJSON',
  'attestationObject',
  'authenticatorData',
  'signature',
  'userHandle',
] as const;

/**
 * The JSON form of a credential. Password managers put objects in the place of the browser's whose `toJSON` throws,
 * though all bytes are there.
 */
const jsonOf = (credential: Credential | null): unknown => {
  if (credential === null) throw new DOMException('no credential', 'NotAllowedError');
  const given = credential as PublicKeyCredential;
  const whole = attempt(() => given.toJSON() as unknown);
  if (whole !== undefined) return whole;
  const answer = given.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const bytes = BYTES.flatMap((name) => {
    const value: ArrayBuffer | null | undefined = answer[name];
    return value ? [[name, base64url(value)]] : [];
  });
  const transports = attempt(() => answer.getTransports());
  return {
    id: given.id,
    rawId: base64url(given.rawId),
    type: given.type,
    authenticatorAttachment: given.authenticatorAttachment ?? undefined,
    clientExtensionResults: attempt(() => given.getClientExtensionResults()) ?? {},
    response: { ...(Object.fromEntries(bytes) as object), ...(transports && { transports }) },
  };
};

/**
 * Asks the user for a passkey. Rejects with an error to show, or with an AbortError.
 * @param options of the API
 * @param more `mediation: 'conditional'` waits until the user picks one from the suggestions of a field
 */
export const getPasskey = async (
  options: object,
  more: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<PasskeyUse> => {
  const json = options as PublicKeyCredentialRequestOptionsJSON;
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    return jsonOf(await navigator.credentials.get({ publicKey, ...more })) as PasskeyUse;
  } catch (error) {
    return reword(error);
  }
};

type Signals = Partial<
  Record<'signalUnknownCredential' | 'signalAllAcceptedCredentials', (options: object) => Promise<void>>
>;
/** Calls the Signal API of browsers that have it. Nothing depends on it. */
const signal = (name: keyof Signals, options: object): void => {
  const send = attempt(() => PublicKeyCredential as unknown as Signals)?.[name];
  if (send)
    void Promise.resolve(attempt(() => send.call(PublicKeyCredential, options))).catch(() => undefined);
};

/** Passkeys belong to this host. */
const rpId = () => window.location.hostname;

/** Tells the device that this passkey signs in to nothing, so that it stops offering it. */
export const forgetPasskey = ({ id }: PasskeyUse): void =>
  signal('signalUnknownCredential', { rpId: rpId(), credentialId: id });

/** Tells the device which passkeys of the user exist, so that it stops offering others. */
export const keepPasskeys = (userId: string, credentialIds: readonly string[]): void =>
  signal('signalAllAcceptedCredentials', {
    rpId: rpId(),
    userId: base64url(new TextEncoder().encode(userId).buffer),
    allAcceptedCredentialIds: credentialIds,
  });

/** Makes a passkey. Rejects with an error to show. */
export const createPasskey = async (options: object): Promise<NewPasskey> => {
  const json = options as PublicKeyCredentialCreationOptionsJSON;
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return jsonOf(await navigator.credentials.create({ publicKey })) as NewPasskey;
  } catch (error) {
    return reword(error);
  }
};
