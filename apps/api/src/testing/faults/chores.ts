import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { appCode } from '../authenticator.js';
import { createMember, PASSWORD, type Member } from './member.js';

export type Database = mongoose.mongo.Db;
export const idOf = (id: string) => new mongoose.mongo.ObjectId(id);

/** A kind of write, repeated during the kills. */
export interface Chore {
  /**
   * Writes once.
   * @param acknowledge to be called after each call that succeeded
   * @throws TypeError if the process was killed; the result of the call is then unknown
   */
  act: (acknowledge: () => void) => Promise<void>;
  /** Returns acknowledged writes that are missing, or that happened more than once. */
  wrong: (db: Database) => Promise<string[]>;
}

/** The members of the chores. */
export interface Cast {
  /** An admin. */
  host: Member;
  /** Writes drafts, posts and collections. */
  author: Member;
  /** A user whom the host warns, silences and suspends. */
  victim: Member;
  /** A user who answers suspensions. */
  offender: Member;
  /** A user with a session that is confirmed again and again. */
  regular: Member;
}

const unique = (word: string) => `${word}_${randomBytes(6).toString('hex')}`;
const isThere = async (db: Database, collection: string, id: string) =>
  (await db.collection(collection).findOne({ _id: idOf(id) }, { projection: { _id: 1 } })) !== null;

/** A value that calls set. While the result of one is unknown, so is the value. */
export function kept<T>(first: T) {
  let value: T | undefined = first;
  return {
    value: () => value,
    async set(next: T, write: () => Promise<{ status: number }>, acknowledge: () => void): Promise<void> {
      value = undefined;
      const { status } = await write();
      if (status !== 200) return;
      value = next;
      acknowledge();
    },
  };
}

/** Settings of the instance. */
export function settings({ host }: Cast): Chore {
  const description = kept('');
  return {
    act: (acknowledge) => {
      const next = unique('line');
      const write = () => host.call('PATCH', '/admin/instance', { description: next });
      return description.set(next, write, acknowledge);
    },
    wrong: async (db) => {
      const record = await db.collection('instancesettings').findOne({});
      const values = record?.['values'] as { description?: string } | undefined;
      const expected = description.value();
      return expected === undefined || (values?.description ?? '') === expected
        ? []
        : [`the setting is ${String(values?.description)}, not ${expected}`];
    },
  };
}

/** Newcomers with an invitation, who add an authenticator app. */
export function invitations({ host }: Cast, db: Database): Chore {
  const came: { invitation: string; member: Member; hasApp: boolean }[] = [];
  return {
    async act(acknowledge) {
      const { status, body } = await host.call('POST', '/invitations', { uses: 1 });
      const { _id: invitation, code: invite } = body.data ?? {};
      if (status !== 201 || invitation === undefined) return;
      acknowledge();
      const member = createMember(host.url);
      await member.signUp({ invite });
      const newcomer = { invitation, member, hasApp: false };
      came.push(newcomer);
      acknowledge();
      // Nobody reads the mail with the code.
      await db.collection('users').updateOne({ _id: idOf(member.id) }, { $unset: { confirmEmail: 1 } });
      const begun = await member.call('POST', '/auth/factors/totp/options');
      const { secret = '', ticket } = begun.body.data ?? {};
      if (begun.status !== 200) return;
      const code = appCode(secret, new Date());
      const added = await member.call('POST', '/auth/factors/totp', { ticket, code });
      newcomer.hasApp = added.status === 201;
      if (newcomer.hasApp) acknowledge();
    },
    async wrong() {
      const wrong: string[] = [];
      for (const { invitation, member, hasApp } of came) {
        const user = idOf(member.id);
        if ((await db.collection('users').countDocuments({ _id: user, invitation: idOf(invitation) })) !== 1)
          wrong.push(`the newcomer ${member.id} is gone`);
        const apps = await db.collection('factors').countDocuments({ user, kind: 'totp' });
        if (hasApp && apps !== 1) wrong.push(`the newcomer ${member.id} has ${apps} apps`);
      }
      for await (const { _id } of db.collection('invitations').find({})) {
        const users = await db.collection('users').countDocuments({ invitation: _id });
        if (users > 1) wrong.push(`${users} came by the invitation ${String(_id)}`);
      }
      return wrong;
    },
  };
}

/** Applications, and their approval. */
export function applications({ host }: Cast): Chore {
  const applied = new Map<string, boolean>();
  return {
    async act(acknowledge) {
      const userName = unique('new');
      const fields = { fullName: 'Made for faults', userName, email: `${userName}@example.org` };
      const body = { ...fields, password: PASSWORD, sentence: 'I write under fire.' };
      if ((await createMember(host.url).call('POST', '/auth/applications', body)).status !== 201) return;
      applied.set(userName, false);
      acknowledge();
      const { body: page } = await host.call('GET', '/admin/applications?limit=1');
      const [first] = (page.data ?? []) as unknown as { _id: string; userName: string }[];
      if (first === undefined) return;
      const decision = await host.call('POST', `/admin/applications/${first._id}`, { decision: 'approve' });
      if (decision.status !== 200) return;
      applied.set(first.userName, true);
      acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      for (const [userNameLower, isApproved] of applied) {
        const users = await db.collection('users').countDocuments({ userNameLower });
        const waiting = await db.collection('applications').countDocuments({ userNameLower });
        if (users + waiting === 0) wrong.push(`the application of ${userNameLower} is gone`);
        if (isApproved && (users !== 1 || waiting !== 0))
          wrong.push(`${userNameLower} is approved, with ${users} accounts and ${waiting} applications`);
      }
      return wrong;
    },
  };
}

/** Drafts that are changed, and deleted later. */
export function drafts({ author }: Cast): Chore {
  const written = new Map<string, string>();
  const deleted: string[] = [];
  return {
    async act(acknowledge) {
      const title = unique('Draft');
      const { status, body } = await author.call('POST', '/drafts', { post: { title } });
      const { _id: id = '', version } = body.data ?? {};
      if (status !== 201) return;
      written.set(id, title);
      acknowledge();
      const changed = unique('Draft');
      const before = [...written.keys()].at(-4);
      written.delete(id);
      const change = { post: { title: changed }, version };
      if ((await author.call('PUT', `/drafts/${id}`, change)).status !== 200) return;
      written.set(id, changed);
      acknowledge();
      if (before === undefined) return;
      written.delete(before);
      if ((await author.call('DELETE', `/drafts/${before}`)).status !== 200) return;
      deleted.push(before);
      acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      for (const [id, title] of written) {
        const found = await db.collection('drafts').findOne({ _id: idOf(id) });
        if ((found?.['post'] as { title?: string } | undefined)?.title !== title)
          wrong.push(`the draft ${id} is not "${title}"`);
      }
      for (const id of deleted)
        if (await isThere(db, 'drafts', id)) wrong.push(`the draft ${id} is back after its deletion`);
      return wrong;
    },
  };
}

/** Posts that are published later, which happens once. */
export function schedules({ author }: Cast): Chore {
  const titles: string[] = [];
  return {
    async act(acknowledge) {
      const title = unique('Later');
      const soon = new Date(Date.now() + 1000).toISOString();
      const publishing = { from: soon, until: soon };
      if ((await author.call('POST', '/drafts', { post: { title }, publishing })).status !== 201) return;
      titles.push(title);
      acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      for (const title of titles) {
        const posts = await db.collection('posts').countDocuments({ title });
        const waiting = await db.collection('drafts').countDocuments({ 'post.title': title });
        if (posts !== 1 || waiting > 0) wrong.push(`"${title}" is ${posts} posts and ${waiting} drafts`);
      }
      return wrong;
    },
  };
}

/** Cards of links that their author takes away. */
export function cards({ author }: Cast): Chore {
  const removed: string[] = [];
  return {
    async act(acknowledge) {
      const description = `See https://${unique('site').replace('_', '-')}.invalid/`;
      const { status, body } = await author.call('POST', '/posts', { description });
      const { _id: id = '' } = body.data ?? {};
      if (status !== 201) return;
      if ((await author.call('DELETE', `/posts/${id}/card`)).status !== 200) return;
      removed.push(id);
      acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      for (const id of removed) {
        const post = await db.collection('posts').findOne({ _id: idOf(id) });
        if ((post?.['card'] as { removed?: boolean } | undefined)?.removed !== true)
          wrong.push(`the card of ${id} is back`);
      }
      return wrong;
    },
  };
}
