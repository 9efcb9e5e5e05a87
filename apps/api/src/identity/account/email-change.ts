import type { OwnEmail } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError, authenticationRequired, invalidField } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { recipient } from '../../platform/mail/layout.js';
import { addressWantedMail, emailChangedMail, emailCodeMail } from '../../platform/mail/account-mails.js';
import { equalSecrets } from '../../platform/seal.js';
import { DAY, MINUTE } from '../../platform/time.js';
import { checkOwnPassword } from '../sessions/own-password.js';
import type { SignedUp } from '../../community/events.js';
import { countMail } from '../../community/users/unverified-email-limit.js';
import { CONFIRMED, type UserRecord } from '../../community/users/user.model.js';
import { readableEmail } from '../../community/users/user.presenter.js';
import type { AccountDeps } from './account-deps.js';
import { undoAddress } from './email-undo.js';
import { codeOf, invalidCode, liveCode, newNonce, OTP_RULES } from './one-time-code.js';

const READS_LIMIT: RateLimit = { name: 'email-reads', limit: 300, every: 10, window: 15 * MINUTE };
/** Mails with codes that one account may request. */
export const EMAIL_CODES_LIMIT: RateLimit = { name: 'email-codes', limit: 10, window: DAY };
/** Such mails to one address that is not the account's own, from all accounts, so that no stranger is flooded. */
export const WANTED_LIMIT: RateLimit = { name: 'email-wanted', limit: 20, window: DAY };
/** Wrong codes, over all codes of the account. */
export const EMAIL_WRONG_LIMIT: RateLimit = { name: 'email-wrong', limit: 25, window: DAY };

async function present({ proofs, now }: AccountDeps, user: UserRecord): Promise<OwnEmail> {
  const proof = await proofs
    .findOne({ _id: user._id, codeExpiresAt: { $gt: now() }, wrongTries: { $lt: OTP_RULES.wrongTriesMax } })
    .lean();
  return {
    email: readableEmail(user.email),
    confirmed: user.confirmEmail !== true,
    pending:
      proof === null ? null : { email: readableEmail(proof.email), until: proof.codeExpiresAt.toISOString() },
  };
}

/** @throws AppError 404, 429 */
export async function readOwnEmail(deps: AccountDeps, viewer: Viewer): Promise<OwnEmail> {
  await deps.rateLimits.consume(READS_LIMIT, viewer.id);
  return present(deps, await deps.users.getExisting(viewer.id));
}

/**
 * Sends a code to an address that is to be proved. If another account has the address, its owner gets a notice
 * instead of a code. Both cases take the same steps.
 */
async function sendTo(deps: AccountDeps, user: SignedUp, email: string, taken: boolean) {
  const { _id } = user;
  const about = { email, void: taken };
  const { nonce, codeExpiresAt } = await liveCode(deps.proofs, { _id, about, now: deps.now() });
  const code = codeOf(deps.config.secrets.email, { email, nonce });
  const mail = taken
    ? addressWantedMail({ to: email, fullName: '' })
    : emailCodeMail({ ...recipient({ ...user, email }), code, goodUntil: codeExpiresAt });
  await deps.mail.enqueue(mail, { expiresAt: codeExpiresAt });
}

/** Sends the first code to a new user. The account works without it, so a failure is only logged. */
export async function sendFirstCode(deps: AccountDeps, user: SignedUp): Promise<void> {
  try {
    await deps.rateLimits.consume(EMAIL_CODES_LIMIT, user._id.toString());
    await countMail(deps.rateLimits, user);
    await sendTo(deps, user, user.email, false);
  } catch (error) {
    deps.log.warn({ err: error }, 'a new account got no code for its e-mail address');
  }
}

/**
 * Sends a code to the account's own unconfirmed address.
 * @throws AppError 404, 409 if it is confirmed, 429
 */
export async function sendOwnCode(deps: AccountDeps, viewer: Viewer): Promise<OwnEmail> {
  await deps.rateLimits.consume(EMAIL_CODES_LIMIT, viewer.id);
  const user = await deps.users.getExisting(viewer.id);
  if (user.confirmEmail !== true) throw new AppError('CONFLICT', t`Your e-mail address is confirmed`);
  await countMail(deps.rateLimits, user);
  await sendTo(deps, user, user.email, false);
  return present(deps, user);
}

/**
 * Starts an address change by sending a code to the new address; nothing else changes yet. The response does not
 * reveal whether another account has the address.
 * @param email canonical
 * @throws AppError 400 if the password is wrong or missing, or the address is refused, 404, 429
 */
export async function beginEmailChange(
  deps: AccountDeps,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
): Promise<OwnEmail> {
  const { users, rateLimits } = deps;
  const user = await deps.users.getExisting(viewer.id);
  if (!user.passwordHash) throw invalidField('password', t`Set a password first`);
  await checkOwnPassword(deps, user, { password, path: 'password' });
  if (email === user.email) throw invalidField('email', t`This is your e-mail address already`);
  await deps.registration.refusals.refuseEmail(email);
  await rateLimits.consume(EMAIL_CODES_LIMIT, viewer.id);
  await rateLimits.consume(WANTED_LIMIT, email);
  await sendTo(deps, user, email, await users.isEmailTaken(email, user._id));
  return present(deps, user);
}

/**
 * Proves an address by its one-time code: confirms the current address, or switches to the new one and notifies the
 * former one. Each attempt is counted before the code is compared, so that parallel attempts cannot exceed the
 * limits.
 * @returns the updated user
 * @throws AppError 400 for a wrong, used, expired or locked code, 401 if the session has ended, 404, 409 if another
 *   account took the address or the own one has changed, 429
 */
export async function confirmEmail(deps: AccountDeps, viewer: Viewer, otp: string): Promise<UserRecord> {
  const { proofs, users, rateLimits, config, now } = deps;
  const attempt = await rateLimits.consume(EMAIL_WRONG_LIMIT, viewer.id);
  const proof = await proofs.findById(viewer.id).lean();
  const subject = { email: proof?.email ?? '', nonce: proof?.nonce ?? newNonce() };
  const alive = { _id: viewer.id, nonce: subject.nonce, wrongTries: { $lt: OTP_RULES.wrongTriesMax } };
  if (!equalSecrets(otp, codeOf(config.secrets.email, subject)) || proof === null || proof.void) {
    await proofs.updateOne(alive, { $inc: { wrongTries: 1 } });
    throw invalidCode();
  }
  const used = await proofs.findOneAndDelete({ ...alive, codeExpiresAt: { $gt: now() } });
  await attempt.refund();
  if (used === null) throw invalidCode();

  const user = await deps.users.getExisting(viewer.id);
  if (user.email !== proof.email) await changeTo(deps, viewer, user, proof.email);
  else if ((await users.changeIf({ _id: user._id, email: user.email }, CONFIRMED)) === null) {
    throw new AppError('CONFLICT', t`The e-mail address was changed elsewhere`);
  } else {
    await deps.sessions.securityLog.append({ user: user._id, event: 'email-confirmed' });
  }
  return users.getExisting(viewer.id);
}

async function changeTo(deps: AccountDeps, viewer: Viewer, user: UserRecord, to: string): Promise<void> {
  const { users, sessions, oauth, resets, mail, config } = deps;
  const { _id, email: from, emailVerified } = user;
  const { kept, undone } = await users.changeEmail(user, to);
  // This comes first because later steps may fail, and only this mail lets the owner revert the change.
  const undo =
    kept === null
      ? undone === null
        ? 'unconfirmed'
        : 'returned'
      : { url: undoAddress(config, kept), until: kept.until };
  await mail.enqueue(emailChangedMail({ ...recipient({ ...user, email: from }), at: deps.now(), undo }));
  // Checked after the write: ending all sessions must also stop an address change in progress.
  if (!(await sessions.isAlive(viewer))) {
    await users.changeIf(
      { _id, email: to },
      { email: from, emailVerified, confirmEmail: user.confirmEmail ?? undefined },
    );
    if (kept !== null) await users.formerEmails.drop(kept);
    throw authenticationRequired();
  }
  await sessions.securityLog.append({ user: _id, event: 'email-changed' });
  // A reader of the former address may have started a reset.
  await resets.deleteMany({ user: _id });
  if (undone === null) return;
  // Removes what an attacker may have left: sessions, tokens, provider accounts and undo links of their addresses.
  await sessions.endOthers(viewer);
  await sessions.apiTokens.revokeAll(_id);
  await oauth.disconnectAll(_id);
  await users.formerEmails.dropSince(undone);
}
