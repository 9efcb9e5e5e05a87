import { randomBytes } from 'node:crypto';
import { idOf, kept, type Cast, type Chore } from './chores.js';
import { createMember, PASSWORD } from './member.js';

const unique = (word: string) => `${word} ${randomBytes(6).toString('hex')}`;

/** Answers of a suspended user, which the host accepts. Ends with the sign-ins that an account has in an hour. */
export function appeals({ host, offender }: Cast): Chore {
  const sent: string[] = [];
  const accepted: string[] = [];
  return {
    async act(acknowledge) {
      await host.call('POST', `/admin/users/${offender.id}/suspend`, {});
      const browser = createMember(host.url);
      await browser.call('POST', '/auth/login', { emailOrUsername: offender.userName, password: PASSWORD });
      const text = unique('I am sorry');
      if ((await browser.call('POST', '/auth/appeals', { text })).status === 201) {
        sent.push(text);
        acknowledge();
      }
      const { body } = await host.call('GET', '/admin/appeals?limit=1');
      const [first] = (body.data ?? []) as unknown as { _id: string; text: string }[];
      if (first === undefined) return;
      const decision = { decision: 'accept' };
      if ((await host.call('POST', `/admin/appeals/${first._id}`, decision)).status !== 200) return;
      accepted.push(first.text);
      acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      for (const text of sent) {
        const found = await db.collection('appeals').countDocuments({ text });
        if (found !== 1) wrong.push(`the appeal "${text}" is there ${found} times`);
      }
      for (const text of accepted) {
        const found = await db.collection('appeals').findOne({ text });
        if (found?.['state'] !== 'accepted') wrong.push(`the appeal "${text}" is not accepted`);
      }
      return wrong;
    },
  };
}

/** Posts with a word of `reportWords`. */
export async function reportWords({ host, author }: Cast): Promise<Chore> {
  const word = 'contraband';
  await host.call('PATCH', '/admin/instance', { reportWords: [word] });
  const posts: string[] = [];
  return {
    async act(acknowledge) {
      const { status, body } = await author.call('POST', '/posts', { title: unique(word) });
      if (status !== 201) return;
      posts.push(body.data?._id ?? '');
      acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      for (const id of posts) {
        const target = idOf(id);
        const cases = await db.collection('reportcases').countDocuments({ target });
        const reports = await db.collection('reports').countDocuments({ target, reason: 'words' });
        if (cases !== 1 || reports !== 1)
          wrong.push(`the post ${id} has ${cases} cases and ${reports} reports by words`);
      }
      return wrong;
    },
  };
}

/** A user who confirms the identity, which continues the session in a new one, and changes a setting. */
export function confirmations({ regular }: Cast): Chore {
  const deleteAfter = kept<number | null>(null);
  return {
    async act(acknowledge) {
      const days = 365 + Math.floor(Math.random() * 365);
      const change = () => regular.call('PATCH', '/posts/settings', { deleteAfter: days });
      await deleteAfter.set(days, change, acknowledge);
      if ((await regular.call('POST', '/auth/confirm', { password: PASSWORD })).status === 200) acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      const { status } = await regular.call('GET', '/auth/me');
      if (status !== 200) wrong.push(`after the confirmations GET /auth/me answers ${status}`);
      const found = await db.collection('postsettings').findOne({ _id: idOf(regular.id) });
      const expected = deleteAfter.value();
      if (expected !== undefined && (found?.['deleteAfter'] ?? null) !== expected)
        wrong.push(`posts go after ${String(found?.['deleteAfter'])} days, not ${String(expected)}`);
      return wrong;
    },
  };
}
