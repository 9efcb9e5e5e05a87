import { isPublicAddress } from './public-address.js';
import { OutboundError } from './outbound-error.js';
import { isIP } from 'net';
import type { ResolveName } from './resolve-name.js';
import type { Config } from '../config/config.js';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The addresses and port to connect to. */
export interface Target {
  addresses: readonly string[];
  port: number;
}

/** How names become addresses, and which hosts are never asked. */
export interface Resolving {
  resolve: ResolveName;
  ownHosts: ReadonlySet<string>;
}

/** @throws OutboundError if the address may not be fetched */
export async function targetOf(
  { ownHosts, resolve }: Resolving,
  url: URL,
  signal: AbortSignal,
): Promise<Target> {
  const port = PORTS[url.protocol];
  if (port === undefined || url.port !== '' || url.username !== '' || url.password !== '') {
    throw new OutboundError(
      'refused',
      'Only http and https on their own ports are fetched, without a user name',
    );
  }
  const host = hostOf(url);
  if (ownHosts.has(host)) throw new OutboundError('refused', 'The service does not fetch from itself');
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
    throw new OutboundError('refused', 'The host is not in the public internet');
  }
  return { addresses, port };
}

/** The host's name or address, without brackets and the root's dot. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '');

/** Names of this service and its parts, in case they have public addresses. */
export function ownHostNames({
  webOrigin,
  apiOrigin,
  allowedOrigins,
  mongo,
  media,
}: Pick<Config, 'webOrigin' | 'apiOrigin' | 'allowedOrigins' | 'mongo' | 'media'>) {
  const origins = [webOrigin, apiOrigin, ...allowedOrigins, media.s3?.endpoint ?? ''];
  const databases = /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(mongo.uri)?.[1]?.split(',') ?? [];
  const urls = [...origins, ...databases.map((host) => `http://${host}`)].map((origin) => URL.parse(origin));
  return new Set(urls.flatMap((url) => (url === null ? [] : [hostOf(url)])));
}
