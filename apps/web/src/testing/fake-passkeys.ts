import { vi } from 'vitest';

/** A passkey's answer, as `toJSON()` gives it. */
export const PASSKEY_USE = {
  id: 'cGFzc2tleQ',
  rawId: 'cGFzc2tleQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};

/**
 * A browser with passkeys. `get` and `create` are the user's presses; suggestions in fields stay open.
 */
export const fakePasskeys = () => {
  const use = { toJSON: () => PASSKEY_USE };
  const made = {
    toJSON: () => ({ ...PASSKEY_USE, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } }),
  };
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(() => Promise.resolve(use));
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(() => Promise.resolve(made));
  const pick = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined));
  const same = (options: object) => options;
  // a function, as the browser's constructor is
  const PublicKeyCredential = Object.assign(() => undefined, {
    parseRequestOptionsFromJSON: same,
    parseCreationOptionsFromJSON: same,
    isConditionalMediationAvailable: () => Promise.resolve(true),
  });
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  const credentials = {
    get: (options: CredentialRequestOptions) => (options.mediation === 'conditional' ? pick() : get(options)),
    create,
  };
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  return { get, create, pick, use };
};

/** The browser without passkeys again. */
export const removePasskeys = (): void => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
};
