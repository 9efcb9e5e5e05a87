import * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import { permissionDenied } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import { noteOfRefusal } from '../admin/note-of.js';
import type { Notifications } from '../../reading/notifications/notifications.feature.js';
import { createApplicationDesk, type ApplicationDeskDeps } from './application-desk.js';
import { createInvitationDesk, type InvitationDeskDeps } from './invitation-desk.js';

/** More than an admin can do by hand. */
const ADMISSIONS_LIMIT: RateLimit = { name: 'admissions', limit: 2000, window: HOUR };
const INVITATIONS_LIMIT: RateLimit = { name: 'invitations', limit: 60, firstDay: 20, window: HOUR };
/** Codes cannot be guessed; this bounds the look-ups. */
const CODES_LIMIT: RateLimit = { name: 'invitation-codes', limit: 60, window: MINUTE };

type AdmissionsDeps = ApplicationDeskDeps &
  InvitationDeskDeps & { notifications: Pick<Notifications, 'mailAbout'> };

/** Invitations of members, applications that moderators decide, and what admins refuse: addresses and names. */
export function createAdmissions(deps: AdmissionsDeps) {
  const { registration, log, notifications } = deps;
  const { refusals } = registration;
  const applications = createApplicationDesk(deps);
  const invitations = createInvitationDesk(deps);
  notifications.mailAbout({
    name: 'applications',
    path: '/admin/registration',
    count: registration.applications.countWaiting,
  });

  return {
    routes(mount: Mount): void {
      mount(contracts.readInvitation, { perAddress: CODES_LIMIT }, ({ query }) =>
        invitations.read(query.code),
      );
      const inviting = { perAccount: INVITATIONS_LIMIT };
      mount(contracts.listOwnInvitations, { perAccount: ADMISSIONS_LIMIT }, async ({ viewer }) => ({
        data: await invitations.listOf(viewer),
        mayInvite: await invitations.mayInvite(viewer),
      }));
      mount(contracts.createInvitation, inviting, async ({ viewer, body }) => {
        if (!(await invitations.mayInvite(viewer))) throw permissionDenied();
        return { message: 'Invitation created', data: await invitations.create(viewer, body) };
      });
      mount(contracts.revokeInvitation, { perAccount: ADMISSIONS_LIMIT }, async ({ viewer, params }) => {
        await registration.invitations.revoke(params.invitationId, viewer.isAdmin ? undefined : viewer.id);
        return { message: 'Invitation revoked' };
      });

      const deciding = { perAccount: ADMISSIONS_LIMIT, adminsOnly: true };
      const moderating = { perAccount: ADMISSIONS_LIMIT, moderatorsOnly: true };
      mount(contracts.listInvitations, deciding, ({ query }) => invitations.page(query));
      mount(contracts.revokeInvitationsOf, deciding, async ({ viewer, params }) => {
        const user = new Types.ObjectId(params.userId);
        await log.append({ admin: viewer, act: 'revoke-invitations', user });
        return {
          message: 'Invitations revoked',
          data: { revoked: await registration.invitations.revokeAllOf(user) },
        };
      });
      mount(contracts.listApplications, moderating, ({ query }) => applications.page(query));
      mount(contracts.decideApplication, moderating, async ({ viewer, params, body }) => {
        await applications.decide(viewer, params.applicationId, body);
        return { message: body.decision === 'approve' ? 'Approved' : 'Rejected' };
      });
      mount(contracts.listRefusals, deciding, ({ query }) => refusals.page(query));
      mount(contracts.addRefusals, deciding, async ({ viewer, body }) => {
        const added = await refusals.add(viewer.userName, body);
        const user = new Types.ObjectId(viewer.id);
        const noted = noteOfRefusal(body.kind, body.values, body.reason);
        await log.append({ admin: viewer, act: 'refuse', user, ...noted });
        return { message: 'Refused from now on', data: { added } };
      });
      mount(contracts.removeRefusal, deciding, async ({ viewer, params }) => {
        const { kind, value } = await refusals.remove(params.refusalId);
        const user = new Types.ObjectId(viewer.id);
        await log.append({ admin: viewer, act: 'allow', user, ...noteOfRefusal(kind, [value]) });
        return { message: 'No longer refused' };
      });
    },
  };
}
