import { actOf, type NoteParts, type StaffAct } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import type { UserRecord } from '../../community/users/user.model.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { Users } from '../../community/users/users.feature.js';
import { AppError } from '../../platform/http/errors.js';
import { hasLetter, type Report, type Told } from '../../platform/mail/moderation-mails.js';
import { excerpt } from '../../platform/text.js';
import type { AdminLog } from './admin-log.js';
import { noteOf } from './note-of.js';
import { hasFields, type Dates, type FinishNotice, type Notifier } from './notifier.js';
import { mayDo, refuseUnlessMay, type Actor } from './permissions.js';

/** An act as it was ordered, at the page of a member, by a decision about a report or an appeal, or on the server. */
export interface Order {
  actor: Actor;
  user: Types.ObjectId;
  /** Set if the order may be repeated after a crash, so that it is logged and told once. */
  _id?: Types.ObjectId;
  /** The post, comment or user that was reported. */
  target?: Types.ObjectId;
  /** Words to the user. Without them the act is not told, which the server command and the caller may want. */
  message?: string | undefined;
  /** The broken rule, one of the instance's when it was named. */
  rule?: string | undefined;
  /** For the log; the words to the user stand in for it. */
  note?: string | undefined;
  /** What the product notes itself, before the words. */
  cause?: NoteParts['cause'];
  /** The start of the removed or marked text, for the log. */
  content?: string;
  /** If missing, a suspension has no end. */
  days?: number | undefined;
  /** A password that the host chose. */
  password?: string;
  report?: Report;
  /** Dates that the user must still have. */
  only?: Dates;
}

export interface Outcome {
  /** Whether the user was not so before. */
  changed: boolean;
  /** How many things were removed, for acts that remove several. */
  removed: number;
}

type Fields = { [Name in keyof UserRecord]?: UserRecord[Name] | undefined };

/** What an act does, in this order, after it was logged. */
export interface Effect {
  /**
   * Returns what the act changes of the user, and what must hold when it is written; `null` if the user is so already.
   * @throws AppError 409 if the user cannot be changed so
   */
  change?: (user: UserRecord, order: Order) => Change | null | Promise<Change | null>;
  /** Enqueues what follows from the change, for a crash right after it. */
  before?: (user: Types.ObjectId) => Promise<void>;
  /** @returns how many things it removed, where that is of interest */
  run?: (order: Order) => Promise<number> | Promise<void>;
  /** Also if another request was faster, or after a crash. */
  after?: (user: Types.ObjectId, order: Order) => Promise<void>;
}
interface Change {
  is?: Fields;
  becomes: Fields;
}

interface ActsDeps {
  users: Pick<Users, 'get' | 'list' | 'changeIf'>;
  log: AdminLog;
  notifier: Notifier;
  effects: Record<StaffAct, Effect>;
}

/** Characters of the removed or marked text that its author reads. */
const QUOTED = 100;
/** How often an act is retried if other requests change the user at the same time. */
const TRIES = 5;
const NO_CHANGE: Change = { becomes: {} };

export type Acts = ReturnType<typeof createActs>;

/** What moderators, admins and the host do to users and their content: `ACTS` of the contracts says who may do what. */
export function createActs({ users, log, notifier, effects }: ActsDeps) {
  /** Whether what the act takes back is not by an admin or the host, or the actor is one. */
  async function mayUndo(
    act: StaffAct,
    actor: Actor,
    { _id }: UserRecord,
    target?: Types.ObjectId,
  ): Promise<boolean> {
    const { undoes } = actOf(act);
    if (undoes === undefined || actor === null || actor.isAdmin) return true;
    const doers = await log.doersOf(_id, undoes, act, target);
    const people = doers.filter((doer) => doer !== null);
    if (people.length < doers.length) return false;
    return !(await users.list(people)).some(({ isAdmin }) => isAdmin);
  }

  /** @throws AppError 403 if the actor may not do this to this user, or not take back what an admin or the host did */
  async function refuse(
    act: StaffAct,
    actor: Actor,
    user: UserRecord,
    target?: Types.ObjectId,
  ): Promise<void> {
    refuseUnlessMay(act, actor, user);
    if (!(await mayUndo(act, actor, user, target)))
      throw new AppError('PERMISSION_DENIED', t`Only an admin can take back what an admin did`);
  }

  return {
    refuse,
    may: async (act: StaffAct, actor: Actor, user: UserRecord): Promise<boolean> =>
      mayDo(act, actor, user) && mayUndo(act, actor, user),

    /**
     * Carries an act out: logs it, prepares its letter, does it, and tells the user. If the process ends on the way, the
     * log has it, and a job tells the user if it was done. Does nothing if the user is so already.
     * @throws AppError 404 for an unknown user, 403 if the actor may not do this, 409 if the user cannot be changed so
     */
    async carryOut(act: StaffAct, order: Order): Promise<Outcome> {
      const effect = effects[act];
      const { actor, user: _id, only } = order;
      const id = order._id ?? new Types.ObjectId();
      const letter = letterOf(act, order);
      let finishNotice: FinishNotice | undefined;
      let outcome: Outcome = { changed: false, removed: 0 };
      for (let tries = 1; ; tries += 1) {
        const user = await users.get(_id);
        if (only !== undefined && (user === null || !hasFields(user, only))) return outcome;
        // What was reported may outlive its author's account.
        if (user === null && (order.target === undefined || effect.change !== undefined))
          throw userNotFound();
        if (user !== null) await refuse(act, actor, user, order.target);
        const change = user && effect.change ? await effect.change(user, order) : NO_CHANGE;
        if (change === null) break;
        if (tries > TRIES) throw new AppError('CONFLICT', t`This user has just changed`);
        if (tries === 1) {
          const { target } = order;
          const noted = noteOf({ ...order, words: order.note || (letter?.message ?? '') });
          await log.append({ _id: id, admin: actor, act, user: _id, ...(target && { target }), ...noted });
        }
        await finishNotice?.(false);
        finishNotice = user && letter ? await notifier.prepare(id, user, letter, change.becomes) : undefined;
        await effect.before?.(_id);
        const changed =
          change === NO_CHANGE || (await users.changeIf({ ...change.is, _id }, change.becomes)) !== null;
        if (!changed) continue;
        const removed = await effect.run?.(order);
        outcome = { changed, removed: removed || 0 };
        break;
      }
      await effect.after?.(_id, order);
      // Last: a mail that cannot be queued must not leave the user signed in.
      await finishNotice?.(outcome.changed);
      return outcome;
    },
  };
}

const letterOf = (act: StaffAct, { message, rule, content, report }: Order): Told | undefined =>
  message === undefined || !hasLetter(act)
    ? undefined
    : {
        kind: act,
        message,
        ...(rule && { rule }),
        ...(content && { content: excerpt(content, QUOTED) }),
        ...(report && { report }),
      };
