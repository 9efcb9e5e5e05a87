import { REGISTRATION_LIMITS, type Invitation, type Inviter } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { InvitationRecord } from '../../community/registration/invitations.js';
import type { Registration } from '../../community/registration/registration.feature.js';
import { presentPublicUser } from '../../community/users/user.presenter.js';
import type { Users } from '../../community/users/users.feature.js';

export interface InvitationDeskDeps {
  instance: { settings: () => Promise<{ invitations: 'admins' | 'members' }> };
  registration: Pick<Registration, 'invitations' | 'applications' | 'refusals'>;
  users: Pick<Users, 'picture' | 'count' | 'namesOf' | 'invitedBy' | 'getShown' | 'create' | 'isKnown'>;
}

type Shown = Omit<Invitation, 'code'>;

/** Invitations with the names of their makers and of those who came by them. */
export function createInvitationDesk({ instance, registration, users }: InvitationDeskDeps) {
  const { invitations } = registration;

  const present = (
    { _id, uses, usesLeft, createdAt, expiresAt }: InvitationRecord,
    came: string[],
  ): Shown => ({
    _id: _id.toString(),
    uses,
    usesLeft,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    came,
  });
  const newcomers = async (records: readonly InvitationRecord[]) => {
    const used = records.filter(({ used }) => used > 0).map(({ _id }) => _id);
    const names = await users.invitedBy(used, REGISTRATION_LIMITS.namedMax);
    return ({ _id }: InvitationRecord) => names.get(_id.toHexString()) ?? [];
  };

  return {
    mayInvite: async ({ isAdmin }: Viewer): Promise<boolean> =>
      isAdmin || (await instance.settings()).invitations === 'members',

    /** @throws AppError 404 if the code does not work */
    async read(code = ''): Promise<{ data: Inviter; people: number }> {
      const found = await invitations.findWorking(code);
      const maker = found === null ? null : await users.getShown(found.user.toHexString());
      if (maker === null) throw new AppError('NOT_FOUND', t`This invitation is used up or has ended`);
      const { _id, userName, fullName, profilepic } = presentPublicUser(maker, users.picture);
      return { data: { _id, from: userName, fullName, profilepic }, people: await users.count() };
    },

    async listOf({ id }: Viewer): Promise<Invitation[]> {
      const records = await invitations.listOf(new Types.ObjectId(id));
      const cameBy = await newcomers(records);
      return records.map((record) => ({
        ...present(record, cameBy(record)),
        code: invitations.codeOf(record),
      }));
    },

    async create({ id }: Viewer, wanted: Parameters<typeof invitations.create>[1]): Promise<Invitation> {
      const record = await invitations.create(new Types.ObjectId(id), wanted);
      return { ...present(record, []), code: invitations.codeOf(record) };
    },

    async page(query: { limit: number; cursor?: string | undefined }) {
      const { shown, nextCursor } = await invitations.page(query);
      const [cameBy, makers] = await Promise.all([
        newcomers(shown),
        users.namesOf(shown.map(({ user }) => user)),
      ]);
      const byOf = ({ user }: InvitationRecord) => {
        const userName = makers.get(user.toHexString());
        return userName === undefined ? null : { _id: user.toHexString(), userName };
      };
      return {
        data: shown.map((record) => ({ ...present(record, cameBy(record)), by: byOf(record) })),
        nextCursor,
      };
    },
  };
}
