import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { isReservedUserName, PROFILE_TABS, SHARE_ID_PART, USER_NAME_PART } from '@social-feed/contracts';

/**
 * Addresses whose page the API makes: posts, their photos, the search, today's hand, links to a shuffle, shared
 * collections, profiles, and those where people arrive first, whose first paint has the instance's name.
 */
const SHARED_PARTS = [
  'i/account/(?:login|signup)',
  'p/[^/?]+',
  'search',
  'today',
  String.raw`home(?=/?\?(?:[^#]*&)?(?:shuffle|seed)=)`,
  `c/${SHARE_ID_PART}`,
  'profile/[^/?]+',
  String.raw`${USER_NAME_PART}/status/[^/?]+/photo/\d{1,3}`,
  `(${USER_NAME_PART})(?:/(?:${PROFILE_TABS.join('|')}))?`,
];
const SHARED = new RegExp(String.raw`^/(?:${SHARED_PARTS.join('|')})/?(?=\?|$)`, 'i');
const START = /^\/(?=\?|$)/;
const MANIFEST_TYPE = 'application/manifest+json';
const MANIFEST = /^\/manifest\.webmanifest(?=\?|$)/;
const FEED = new RegExp(
  String.raw`^/(?:(?:tag/[^/?]+|${USER_NAME_PART})\.(?:atom|json)|robots\.txt|\.well-known/security\.txt|sitemap(?:-\d{4}-\d\d)?\.xml)(?=\?|$)`,
  'i',
);
/** The longest wait for the API's page, in milliseconds. After that the plain page is sent. */
const PATIENCE_MS = 1500;

const isShared = (address: string): boolean => {
  if (START.test(address)) return true;
  const found = SHARED.exec(address);
  return found !== null && !(found[1] !== undefined && isReservedUserName(found[1]));
};

/** The API's address of the feed, sitemap or robots.txt at this address of the web app, or undefined if it has none. */
export const feedAddress = (address: string): string | undefined =>
  FEED.test(address) ? `/api/feeds${address}` : undefined;

/** Where the API makes the page or manifest at this address of the web app; undefined if it makes none. */
const madeAt = (address: string): { path: string; type: string } | undefined => {
  if (MANIFEST.test(address)) return { path: '/manifest.webmanifest', type: MANIFEST_TYPE };
  if (!isShared(address)) return undefined;
  return { path: `/page?address=${encodeURIComponent(address)}`, type: 'text/html' };
};

/** A text for browsers, with its media type. */
export interface MadePage {
  text: string;
  type: string;
}

/** The manifest as it was built, for when the API is away. */
export const builtManifest = (folder: string): MadePage => ({
  text: readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'),
  type: `${MANIFEST_TYPE}; charset=utf-8`,
});

/**
 * Returns the API's page for an address, with a head that describes its content, or the manifest.
 * @param passedBy addresses that the request came through, for the API's rate limits
 * @returns null if the file is enough: the API makes no page for this address, is down or refuses
 */
export async function sharedPage(
  { url = '' }: Pick<IncomingMessage, 'url'>,
  apiTarget: string,
  passedBy: string,
): Promise<MadePage | null> {
  const made = madeAt(url);
  if (made === undefined) return null;
  // Node 20 can garbage-collect `AbortSignal.timeout` before it fires.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(apiTarget + made.path, {
      headers: { 'x-forwarded-for': passedBy },
      signal: late.signal,
    });
    const isMade = answer.ok && answer.headers.get('content-type')?.startsWith(made.type) === true;
    const text = await answer.text();
    return isMade ? { text, type: `${made.type}; charset=utf-8` } : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
