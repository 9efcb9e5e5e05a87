import type { IncomingMessage } from 'node:http';
import { isReservedUserName } from '@social-feed/contracts';

/** Addresses whose content the API knows: posts, their photos, the search, today's hand, shared collections and profiles. */
const SHARED =
  /^\/(?:p\/[^/?]+|search|today|c\/[\w-]{22}|profile\/[^/?]+|\w{3,30}\/status\/[^/?]+\/photo\/\d{1,3}|(\w{3,30})(?:\/(?:posts|about|bookmarks|media))?)\/?(?=\?|$)/i;
const FEED =
  /^\/(?:(?:tag\/[^/?]+|\w{3,30})\.(?:atom|json)|robots\.txt|\.well-known\/security\.txt|sitemap(?:-\d{4}-\d\d)?\.xml)(?=\?|$)/i;
/** The longest wait for the API's page, in milliseconds. After that the plain page is sent. */
const PATIENCE_MS = 1500;

const isShared = (address: string): boolean => {
  const found = SHARED.exec(address);
  return found !== null && !(found[1] !== undefined && isReservedUserName(found[1]));
};

/** The API's address of the feed, sitemap or robots.txt at this address of the web app, or undefined if it has none. */
export const feedAddress = (address: string): string | undefined =>
  FEED.test(address) ? `/api/feeds${address}` : undefined;

/**
 * Returns the API's page for an address, with a head that describes its content.
 * @param passedBy addresses that the request came through, for the API's rate limits
 * @returns null if the plain page is enough: the address is not a shared page, or the API is down or refuses
 */
export async function sharedPage(
  { url = '' }: IncomingMessage,
  apiTarget: string,
  passedBy: string,
): Promise<string | null> {
  if (!isShared(url)) return null;
  // Node 20 can garbage-collect `AbortSignal.timeout` before it fires.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(`${apiTarget}/page?address=${encodeURIComponent(url)}`, {
      headers: { 'x-forwarded-for': passedBy },
      signal: late.signal,
    });
    const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html') === true;
    const text = await answer.text();
    return isPage ? text : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
