import type { SignedUp } from './people.js';
import type { appScene } from './scene.js';

/** Acts of moderators on members, and what they leave behind. */
export const moderationScene = (scene: ReturnType<typeof appScene>) => ({
  act: (by: SignedUp, name: string, { user }: SignedUp, body: object = {}) =>
    by.agent.post(`/admin/users/${user._id}/${name}`).send(body),
  silence: (by: SignedUp, { user }: SignedUp, body: object) =>
    by.agent.put(`/admin/users/${user._id}/silence`).send(body),
  /** Name and note of the log's entries about a member. */
  actsOn: async ({ user }: SignedUp) =>
    (await scene.app.ctx.admin.log.latest(1000))
      .filter((entry) => entry.user.toString() === user._id)
      .map(({ act, note }) => [act, note]),
  /** Subjects of the mails to an address. */
  mailsTo: async (email: string) => (await scene.app.ctx.mail.kept(email)).map(({ subject }) => subject),
});
