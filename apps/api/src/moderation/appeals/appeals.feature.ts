import * as contracts from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR } from '../../platform/time.js';
import type { Notifications } from '../../reading/notifications/notifications.feature.js';
import type { Sessions } from '../../identity/sessions/sessions.feature.js';
import { createAnswers } from './answers.js';
import { decideAppeal, pageOfAppeals, type AppealDesk } from './appeal-desk.js';
import { appealModel } from './appeal.model.js';

/** Answers from one address. Each needs a sign-in with the right password, and a suspension takes one. */
const ANSWERS_LIMIT: RateLimit = { name: 'appeals', limit: 60, window: HOUR };
/** More than a moderator can do by hand. */
const DECISIONS_LIMIT: RateLimit = { name: 'appeal-decisions', limit: 2000, window: HOUR };

interface AppealsDeps extends Omit<AppealDesk, 'appeals'>, Pick<Platform, 'connection'> {
  sessions: Pick<Sessions, 'appealTickets'>;
  notifications: Pick<Notifications, 'mailAbout'>;
}

/** Answers of suspended users, one to each suspension, and the decisions of moderators about them. */
export function createAppeals(deps: AppealsDeps) {
  const appeals = collectionOf(appealModel(deps.connection));
  const answers = createAnswers({ ...deps, appeals, tickets: deps.sessions.appealTickets });
  const desk = { ...deps, appeals };
  deps.notifications.mailAbout({
    name: 'appeals',
    path: '/admin/appeals',
    // None is about a moderator: a suspension ends the role.
    count: ({ since, limit }) =>
      appeals.countDocuments({ state: 'waiting', ...(since && { createdAt: { $gte: since } }) }, { limit }),
  });

  return {
    endOf: (user: Types.ObjectId) => answers.endOf(user),
    exportOf: (user: Types.ObjectId) => ({
      appeals: appeals.find(
        { user },
        { projection: { text: 1, createdAt: 1, suspendedAt: 1, state: 1, 'decision.message': 1 } },
      ),
    }),
    deleteOf: (user: Types.ObjectId) => appeals.deleteMany({ user }),

    routes(mount: Mount): void {
      mount(contracts.createAppeal, { perAddress: ANSWERS_LIMIT }, async ({ body, req }) => {
        await answers.add(req, body.text);
        return { message: t`Your answer is with the moderators. You get a mail when they have read it.` };
      });
      const moderating = { perAccount: DECISIONS_LIMIT, moderatorsOnly: true };
      mount(contracts.listAppeals, moderating, ({ viewer, query }) => pageOfAppeals(desk, viewer, query));
      mount(contracts.decideAppeal, moderating, async ({ viewer, params, body }) => {
        await decideAppeal(desk, viewer, params.appealId, body);
        return { message: body.decision === 'accept' ? 'Accepted' : 'Rejected' };
      });
    },
  };
}
