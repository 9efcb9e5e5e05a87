import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Config } from '../../platform/config/config.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { emailRestoredMail } from '../../platform/mail/templates.js';
import { invalidLink, openMailToken } from '../../platform/mail/mail-token.js';
import { seal } from '../../platform/seal.js';
import type { FormerEmail } from '../users/former-emails.js';
import { CONFIRMED } from '../users/user.model.js';
import type { AccountDeps } from './account-deps.js';

const PURPOSE = 'undo of an e-mail change';
/** Links tried from one caller's address. */
const UNDO_LIMIT: RateLimit = { name: 'email-undo', limit: 30, window: 15 * 60 * 1000 };

/** The address in the mail that the former address gets. It changes nothing by being opened. */
export const undoAddress = ({ secrets, webOrigin }: Config, { _id }: FormerEmail): string =>
  `${webOrigin}/i/account/undo-email#${seal(secrets.email, PURPOSE, { change: _id.toString() })}`;

/**
 * Takes a change of the address back. Whoever made it knew the password: so that is void, everybody is signed out, API
 * tokens end, and accounts at providers are cut, since any of them may have been connected before the change to outlast
 * this. The links of later changes lead nowhere then, so that the earliest one wins. Where it is cut off, it can be done
 * again.
 * @throws AppError 400 for a link that is wrong, used or old, 409 where another account has the address, 429
 */
export async function undoEmailChange(deps: AccountDeps, req: Request, token: string): Promise<void> {
  const { users, sessions, oauth, proofs, resets, mail, config, rateLimits, now } = deps;
  await rateLimits.consumeForAddress(UNDO_LIMIT, req);
  const { change } = openMailToken(config.secrets.email, PURPOSE, token) as { change: string };
  const kept = await users.formerEmails.find(change);
  const user = kept === null ? null : await users.get(kept.user);
  if (kept === null || user === null) throw invalidLink();
  const { _id, email, fullName } = user;

  // Before, so that no session changes it again; and after, for a sign-in meanwhile.
  await sessions.revokeAccess(_id);
  const passwordHash = user.passwordHash
    ? await sessions.passwords.hash(randomBytes(32).toString('base64url'))
    : undefined;
  try {
    await users.changeIf({ _id }, { email: kept.from, ...CONFIRMED, passwordHash, updatedAt: now() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('ALREADY_EXISTS', 'Another account has this e-mail address by now', { cause: error });
  }
  await oauth.evict(_id);
  await proofs.deleteOne({ _id });
  await resets.deleteMany({ user: _id });
  await users.formerEmails.dropSince(kept);
  if (email !== kept.from) await mail.enqueue(emailRestoredMail({ to: email, fullName, at: now() }));
}
