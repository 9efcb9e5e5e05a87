import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePasskeys, PASSKEY_USE, removePasskeys } from '../testing/fake-passkeys';
import { createPasskey, forgetPasskey, getPasskey } from './webauthn';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const throws = () => {
  throw new TypeError('Illegal invocation');
};

/** A credential as password managers make it: the right fields, and methods that need the browser's inner state. */
const byExtension = (response: object, more: object = {}) => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  toJSON: throws,
  getClientExtensionResults: throws,
  response: { clientDataJSON: bytes('{}'), ...response },
  ...more,
});
const MADE = { attestationObject: bytes('\u00ff\u00fe?'), getTransports: throws };
const USED = { authenticatorData: bytes('data'), signature: bytes('sig'), userHandle: bytes('user') };

let passkeys: ReturnType<typeof fakePasskeys>;
beforeEach(() => {
  passkeys = fakePasskeys();
});
afterEach(removePasskeys);

describe('passkeys of password managers', () => {
  it.each([
    ['throws', {}],
    ['is missing', { toJSON: undefined, getClientExtensionResults: undefined }],
  ])('reads the fields of a new passkey if toJSON %s', async (_how, more) => {
    passkeys.create.mockResolvedValueOnce(byExtension(MADE, more));
    expect(await createPasskey({})).toEqual({
      id: 'aWQ',
      rawId: 'aWQ',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: 'e30',
        attestationObject: Buffer.from('\u00ff\u00fe?').toString('base64url'),
      },
    });
  });

  it('reads the fields of a used passkey, with transports if they can be read', async () => {
    const response = { ...USED, getTransports: () => ['internal'] };
    passkeys.get.mockResolvedValueOnce(byExtension(response));
    expect((await getPasskey({})).response).toEqual({
      clientDataJSON: 'e30',
      authenticatorData: 'ZGF0YQ',
      signature: 'c2ln',
      userHandle: 'dXNlcg',
      transports: ['internal'],
    });
  });
});

describe('what goes wrong in the browser', () => {
  it.each([
    ['an error of the engine', new TypeError('Illegal invocation'), /did not work in this browser/],
    ['a refusal', new DOMException('x', 'NotAllowedError'), /was not used/],
    ['a wrong address', new DOMException('x', 'SecurityError'), /do not work at this address/],
    ['a thrown text', 'no', /did not work in this browser/],
  ])('has words for %s', async (_what, error, words) => {
    passkeys.get.mockRejectedValueOnce(error);
    await expect(getPasskey({})).rejects.toThrow(words);
    passkeys.create.mockRejectedValueOnce(error);
    await expect(createPasskey({})).rejects.toThrow(words);
  });

  it('has words for no answer, and for an answer without bytes', async () => {
    passkeys.get.mockResolvedValueOnce(null);
    await expect(getPasskey({})).rejects.toThrow(/was not used/);
    passkeys.get.mockResolvedValueOnce({ id: 'x' });
    await expect(getPasskey({})).rejects.toThrow(/did not work in this browser/);
  });

  it('leaves an abort as it is', async () => {
    passkeys.get.mockRejectedValueOnce(new DOMException('x', 'AbortError'));
    await expect(getPasskey({})).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a passkey that no account has', () => {
  it('is reported to the device where the browser can, and never fails', () => {
    expect(() => forgetPasskey(PASSKEY_USE as never)).not.toThrow();
    const signalUnknownCredential = vi.fn(throws);
    Object.assign(PublicKeyCredential, { signalUnknownCredential });
    expect(() => forgetPasskey(PASSKEY_USE as never)).not.toThrow();
    expect(signalUnknownCredential).toHaveBeenCalledWith({ rpId: 'localhost', credentialId: PASSKEY_USE.id });
  });
});
