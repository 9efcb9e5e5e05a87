import type { NewPasskey, PasskeyUse } from '@social-feed/contracts';

/** Messages for what browsers report without words for users. */
const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not used. Please try again.',
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys do not work at this address.',
};

/** For `catch`: an error with words for users. An aborted request keeps its own. */
const reword = (error: unknown): never => {
  const words = error instanceof DOMException ? WORDS[error.name] : undefined;
  throw words === undefined ? error : new Error(words, { cause: error });
};

const jsonOf = (credential: Credential | null): unknown => {
  if (credential === null) throw new Error(WORDS['NotAllowedError']);
  return (credential as PublicKeyCredential).toJSON();
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
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const credential = await navigator.credentials.get({ publicKey, ...more }).catch(reword);
  return jsonOf(credential) as PasskeyUse;
};

/** Makes a passkey. Rejects with an error to show. */
export const createPasskey = async (options: object): Promise<NewPasskey> => {
  const json = options as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const credential = await navigator.credentials.create({ publicKey }).catch(reword);
  return jsonOf(credential) as NewPasskey;
};
