import type { OwnEmail } from '@social-feed/contracts';
import { AppError, authenticationRequired, invalidField } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { addressWantedMail, emailChangedMail, emailCodeMail } from '../../platform/mail/templates.js';
import { equalSecrets } from '../../platform/seal.js';
import { DAY, MINUTE } from '../../platform/time.js';
import { countMail } from '../users/unproved-mails.js';
import { CONFIRMED, type UserRecord } from '../users/user.model.js';
import { readableEmail } from '../users/user.presenter.js';
import type { AccountDeps } from './account-deps.js';
import { undoAddress } from './email-undo.js';
import { codeOf, invalidCode, liveCode, newNonce, OTP_RULES } from './one-time-code.js';
import { checkOwnPassword } from './password-change.js';

const READS_LIMIT: RateLimit = { name: 'email-reads', limit: 300, every: 10, window: 15 * MINUTE };
/** Mails with codes that an account asks for. */
export const EMAIL_CODES_LIMIT: RateLimit = { name: 'email-codes', limit: 10, window: DAY };
/** Such mails to one address that is not the account's own, whoever asks: nobody floods a stranger with them. */
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
 * Sends a code to an address that is to be proved. Where another account has the address, no code goes out and its owner
 * is told instead, by the same steps.
 */
async function sendTo(deps: AccountDeps, { _id, fullName }: UserRecord, email: string, taken: boolean) {
  const about = { email, void: taken };
  const { nonce, codeExpiresAt } = await liveCode(deps.proofs, { _id, about, now: deps.now() });
  const code = codeOf(deps.config.secrets.email, { email, nonce });
  const mail = taken
    ? addressWantedMail({ to: email, fullName: '' })
    : emailCodeMail({ to: email, fullName, code, goodUntil: codeExpiresAt });
  await deps.mail.enqueue(mail, { expiresAt: codeExpiresAt });
}

/** Sends the first code, to whoever just signed up. The account is good without it, so a failure is only logged. */
export async function sendFirstCode(deps: AccountDeps, user: UserRecord): Promise<void> {
  try {
    await deps.rateLimits.consume(EMAIL_CODES_LIMIT, user._id.toString());
    await countMail(deps.rateLimits, user);
    await sendTo(deps, user, user.email, false);
  } catch (error) {
    deps.log.warn({ err: error }, 'a new account got no code for its e-mail address');
  }
}

/**
 * Sends a code to the own address, which waits to be confirmed.
 * @throws AppError 404, 409 where it is confirmed, 429
 */
export async function sendOwnCode(deps: AccountDeps, viewer: Viewer): Promise<OwnEmail> {
  await deps.rateLimits.consume(EMAIL_CODES_LIMIT, viewer.id);
  const user = await deps.users.getExisting(viewer.id);
  if (user.confirmEmail !== true) throw new AppError('CONFLICT', 'Your e-mail address is confirmed');
  await countMail(deps.rateLimits, user);
  await sendTo(deps, user, user.email, false);
  return present(deps, user);
}

/**
 * Begins a change of the address: the new one gets a code, and nothing else happens yet. Whether another account has it
 * is not told.
 * @param email canonical
 * @throws AppError 400 where the password is wrong or there is none, 404, 429
 */
export async function beginEmailChange(
  deps: AccountDeps,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
): Promise<OwnEmail> {
  const { users, rateLimits } = deps;
  const user = await deps.users.getExisting(viewer.id);
  if (!user.passwordHash) throw invalidField('password', 'Set a password first');
  await checkOwnPassword(deps, user, { password, path: 'password' });
  if (email === user.email) throw invalidField('email', 'This is your e-mail address already');
  await rateLimits.consume(EMAIL_CODES_LIMIT, viewer.id);
  await rateLimits.consume(WANTED_LIMIT, email);
  await sendTo(deps, user, email, await users.isEmailTaken(email, user._id));
  return present(deps, user);
}

/**
 * Proves an address by its code, which works once: the own one is confirmed, a new one becomes the own one and the former
 * one is told. Each try counts before the code is looked at, so that no number of parallel tries passes the limits.
 * @returns the user as they are then
 * @throws AppError 400 for every kind of wrong, used, old or worn-out code, 401 where the session ended meanwhile, 404,
 *   409 where somebody else got the address or the own one was changed meanwhile, 429
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
    throw new AppError('CONFLICT', 'The e-mail address was changed elsewhere');
  }
  return users.getExisting(viewer.id);
}

async function changeTo(deps: AccountDeps, viewer: Viewer, user: UserRecord, to: string): Promise<void> {
  const { users, sessions, oauth, resets, mail, config } = deps;
  const { _id, email: from, emailVerified, fullName } = user;
  const { kept, undone } = await users.changeEmail(user, to);
  // First of all that follows, since anything else may fail: only this word lets the owner take it back.
  const undo =
    kept === null
      ? undone === null
        ? 'unconfirmed'
        : 'returned'
      : { url: undoAddress(config, kept), until: kept.until };
  await mail.enqueue(emailChangedMail({ to: from, fullName, at: deps.now(), undo }));
  // Looked at afterwards: whoever ends all sessions must not be left with an address that one of them set meanwhile.
  if (!(await sessions.isAlive(viewer))) {
    await users.changeIf(
      { _id, email: to },
      { email: from, emailVerified, confirmEmail: user.confirmEmail ?? undefined },
    );
    if (kept !== null) await users.formerEmails.drop(kept);
    throw authenticationRequired();
  }
  // Whoever reads the former address may have begun one.
  await resets.deleteMany({ user: _id });
  if (undone === null) return;
  // What somebody in between may have left behind: sessions, tokens, accounts at providers, links of their addresses.
  await sessions.endOthers(viewer);
  await sessions.apiTokens.revokeAll(_id);
  await oauth.disconnectAll(_id);
  await users.formerEmails.dropSince(undone);
}
