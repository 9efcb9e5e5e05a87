import { isIP } from 'node:net';
import { ConfigError } from './env.js';

/** Express's `trust proxy`. */
export type TrustProxy = false | number | string[];

const isAddressRange = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix));
};

/**
 * `false`, a number of hops, or a list of addresses and the names that Express knows (`loopback`, …).
 * @throws ConfigError for what is none of these
 */
export function parseTrustProxy(value: string | undefined): TrustProxy {
  if (value === undefined || /^(false|no|off|0)$/i.test(value)) return false;
  if (/^(true|yes|on)$/i.test(value)) return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const ranges = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong === undefined) return ranges;
  throw new ConfigError(`TRUST_PROXY must be a number of hops or a list of addresses, not "${wrong}".`);
}
