import type { Types } from 'mongoose';
import { addressKey, beginningsOfKey } from '../../platform/http/client-address.js';
import { beginningWith } from '../../platform/search-terms.js';
import type { SessionServiceDeps } from './session.service.js';

/** Sessions read for one address. */
const SESSIONS_MAX = 5000;

/**
 * Returns at most so many users with a session from an IP address, or from the same /64 of IPv6: devices change their
 * address in it each day, and refusals and limits mean all of it.
 */
export async function usersAt(
  { sessions, now }: Pick<SessionServiceDeps, 'sessions' | 'now'>,
  ip: string,
  most: number,
): Promise<Types.ObjectId[]> {
  // Former versions kept `::ffff:` before IPv4 addresses, as dual-stack sockets give them.
  const starts = beginningsOfKey(ip).flatMap((start) => [start, `::ffff:${start}`]);
  const found = await sessions
    .find({ $or: starts.map((start) => ({ ip: beginningWith(start) })), expiresAt: { $gt: now() } })
    .select({ user: 1, ip: 1 })
    .sort({ ip: 1 })
    .limit(SESSIONS_MAX)
    .lean();
  const users = new Map(
    found
      .filter((session) => addressKey(session.ip) === addressKey(ip))
      .map(({ user }) => [user.toHexString(), user]),
  );
  return [...users.values()].slice(0, most);
}
