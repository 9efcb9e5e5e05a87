import type { Application, APPLICATION_DECISIONS, OAuthProvider } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { recipient } from '../../platform/mail/layout.js';
import { applicationMail } from '../../platform/mail/moderation-mails.js';
import type { Platform } from '../../platform/platform.js';
import type { Admin } from '../admin/admin.feature.js';
import type { OAuth } from '../../identity/oauth/oauth.feature.js';
import { providerName } from '../../identity/oauth/provider-access.js';
import type { ApplicationRecord } from '../../community/registration/applications.js';
import { readableEmail } from '../../community/users/user.presenter.js';
import type { InvitationDeskDeps } from './invitation-desk.js';

export interface ApplicationDeskDeps
  extends Pick<Platform, 'config' | 'mail'>, Pick<InvitationDeskDeps, 'registration' | 'users'> {
  oauth: Pick<OAuth, 'linkApplicant'>;
  log: Pick<Admin['log'], 'append'>;
}

interface ApplicationDecision {
  decision: (typeof APPLICATION_DECISIONS)[number];
  message?: string | undefined;
}

/** Applications for an account, and what admins decide about them. */
export function createApplicationDesk({
  config,
  mail,
  registration,
  users,
  oauth,
  log,
}: ApplicationDeskDeps) {
  const { applications } = registration;

  /** Creates the account. Each step can be repeated after a crash. @throws AppError 409 if a name was taken since */
  async function makeAccount(record: ApplicationRecord): Promise<Types.ObjectId> {
    const { _id: application, fullName, userName, email, emailVerified, passwordHash } = record;
    const _id = await applications.accountFor(record);
    if (!(await users.isKnown(_id))) {
      const password = passwordHash === undefined ? {} : { passwordHash };
      const seen = record.seenLocale ? { seenLocale: record.seenLocale } : {};
      await users.create({
        _id,
        fullName,
        userName,
        email,
        emailVerified,
        application,
        ...password,
        ...seen,
      });
    }
    await oauth.linkApplicant(_id, record);
    return _id;
  }

  const wasApproved = async ({ account }: ApplicationRecord) =>
    account !== undefined && users.isKnown(account);

  return {
    async page(query: { limit: number; cursor?: string | undefined }) {
      const { shown, nextCursor } = await applications.page(query);
      return {
        data: shown.map((record) => present(record, (provider) => providerName(config, provider))),
        nextCursor,
      };
    },

    /**
     * Decides an application once, and mails the applicant. What a rejected one sent is deleted, so that the name and
     * address are free again.
     * @throws AppError 404 if another admin decided, 409 if the account cannot be made
     */
    async decide(viewer: Viewer, id: string, { decision, message = '' }: ApplicationDecision): Promise<void> {
      const record = await applications.claim(id);
      const { _id, userName } = record;
      // An interrupted approval is completed, even if the decision is to reject now.
      const approved = decision === 'approve' || (await wasApproved(record));
      try {
        const user = approved ? await makeAccount(record) : _id;
        const act = approved ? 'approve' : 'reject';
        await log.append({ _id, admin: viewer, act, user, note: `@${userName}. ${message}`.trim() });
        const loginUrl = `${config.webOrigin}/i/account/login`;
        const letter = applicationMail({ ...recipient(record), approved, message, loginUrl });
        await mail.enqueue(letter, { id: `application-${_id.toHexString()}` });
      } catch (error) {
        await applications.release(_id);
        if (error instanceof AppError && error.code === 'ALREADY_EXISTS') {
          throw new AppError('ALREADY_EXISTS', t`Somebody took this user name or e-mail address since.`, {
            cause: error,
          });
        }
        throw error;
      }
      await applications.remove(_id);
    },
  };
}

const present = (
  { _id, fullName, userName, email, provider, sentence, createdAt }: ApplicationRecord,
  nameOf: (provider: OAuthProvider) => string,
): Application => ({
  _id: _id.toString(),
  fullName,
  userName,
  email: readableEmail(email),
  provider: provider === undefined ? null : nameOf(provider),
  sentence,
  createdAt: createdAt.toISOString(),
});
