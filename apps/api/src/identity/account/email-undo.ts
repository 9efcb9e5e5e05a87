import { t } from '@social-feed/contracts/t';
import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Config } from '../../platform/config/config.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { recipient } from '../../platform/mail/layout.js';
import { emailRestoredMail } from '../../platform/mail/account-mails.js';
import { invalidLink, openMailToken } from '../../platform/mail/mail-token.js';
import { seal } from '../../platform/seal.js';
import { DAY, MINUTE, later } from '../../platform/time.js';
import type { FormerEmail } from '../../community/users/former-emails.js';
import { CONFIRMED } from '../../community/users/user.model.js';
import type { AccountDeps } from './account-deps.js';

const PURPOSE = 'undo of an e-mail change';
/** Links tried from one client address. */
const UNDO_LIMIT: RateLimit = { name: 'email-undo', limit: 30, window: 15 * MINUTE };

/** The link in the mail to the former address. Opening it changes nothing. */
export const undoAddress = ({ secrets, webOrigin }: Config, { _id }: FormerEmail): string =>
  `${webOrigin}/i/account/undo-email#${seal(secrets.email, PURPOSE, { change: _id.toString() })}`;

/**
 * Reverts an address change. The user who made it knew the password, so the password is voided, all sessions and
 * API tokens end, and provider accounts are disconnected: an attacker may have connected one before the change. So
 * may second factors have been added, which are removed from a day before the change on; older ones stay.
 * Links of later changes stop working, so that the earliest one wins. Can be repeated after an interruption.
 * @throws AppError 400 for a wrong, used or expired link, 409 if another account has the address, 429
 */
export async function undoEmailChange(deps: AccountDeps, req: Request, token: string): Promise<void> {
  const { users, sessions, oauth, factors, proofs, mail, config, rateLimits, now } = deps;
  await rateLimits.consumeForAddress(UNDO_LIMIT, req);
  const { change } = openMailToken(config.secrets.email, PURPOSE, token) as { change: string };
  const kept = await users.formerEmails.find(change);
  const user = kept === null ? null : await users.get(kept.user);
  if (kept === null || user === null) throw invalidLink();
  const { _id, email } = user;

  // Before the write, so that no session changes the address again; and after it, for a concurrent sign-in.
  await sessions.revokeAccess(_id);
  const passwordHash = user.passwordHash
    ? await sessions.passwords.hash(randomBytes(32).toString('base64url'))
    : undefined;
  try {
    await users.changeIf({ _id }, { email: kept.from, ...CONFIRMED, passwordHash, updatedAt: now() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('ALREADY_EXISTS', t`Another account has this e-mail address by now`, { cause: error });
  }
  await sessions.securityLog.append({ user: _id, event: 'email-restored' });
  await oauth.evict(_id);
  await factors.removeSince(_id.toHexString(), later(kept.at, -DAY));
  await proofs.deleteOne({ _id });
  await users.formerEmails.dropSince(kept);
  if (email !== kept.from) await mail.enqueue(emailRestoredMail({ ...recipient(user), at: now() }));
}
