import { t } from './t.js';

/** What a session and a log entry have if the request did not tell its browser and system. */
export const UNKNOWN_DEVICE = 'Unknown device';

/** Further names that the API keeps in English, for apps to say in the language of the reader. */
export const AUTHENTICATOR_APP = 'Authenticator app';
export const BY_ADMIN = 'By an admin';
/** Admin name for actions of the server command. */
export const SERVER_NAME = '(server)';

/**
 * Describes the device of a session in the language of the reader.
 * @param device as the API keeps it, in English: "Firefox on Windows", one of both, or `UNKNOWN_DEVICE`
 */
export const deviceWords = (device: string): string => {
  const [browser = '', system] = device.split(' on ');
  if (system !== undefined) return t`${browser} on ${system}`;
  return device === UNKNOWN_DEVICE ? t`Unknown device` : device;
};
