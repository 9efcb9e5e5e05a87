import { appeals, confirmations, reportWords } from './account-chores.js';
import {
  applications,
  cards,
  drafts,
  idOf,
  invitations,
  schedules,
  settings,
  type Cast,
  type Chore,
  type Database,
} from './chores.js';
import { createMember, type Member } from './member.js';
import { collections, moderation } from './moderation-chores.js';

const RIGHTS_WITHIN = 10_000;

/** Waits until a new admin has the rights, which processes cache, by the setting that the chores need. */
async function approveNewcomers(host: Member): Promise<void> {
  const start = performance.now();
  for (;;) {
    const { status } = await host.call('PATCH', '/admin/instance', { registration: 'approval' });
    if (status === 200) return;
    if (performance.now() - start > RIGHTS_WITHIN) throw new Error(`Changing a setting answered ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/**
 * An instance that is run during the kills: settings, newcomers, drafts, collections, moderation and its appeals. Sign up all other
 * members before, since newcomers need an invitation or approval from here on.
 * @param withJobs whether to schedule posts, and to check what follows from a suspension: jobs do both
 */
export async function createHosting(url: string, db: Database, { withJobs }: { withJobs: boolean }) {
  const cast: Cast = {
    host: createMember(url),
    author: createMember(url),
    victim: createMember(url),
    offender: createMember(url),
    regular: createMember(url),
  };
  for (const member of Object.values(cast) as Member[]) await member.signUp();
  await db.collection('users').updateOne({ _id: idOf(cast.host.id) }, { $set: { isAdmin: true } });
  await approveNewcomers(cast.host);
  const chores: Record<string, Chore> = {
    settings: settings(cast),
    invitations: invitations(cast, db),
    applications: applications(cast),
    drafts: drafts(cast),
    cards: cards(cast),
    ...(withJobs ? { schedules: schedules(cast) } : {}),
    moderation: await moderation(cast, withJobs),
    collections: await collections(cast),
    appeals: appeals(cast),
    ...(withJobs ? { reportWords: await reportWords(cast) } : {}),
    confirmations: confirmations(cast),
  };
  const acknowledged = new Map(Object.keys(chores).map((name) => [name, 0]));

  /** Repeats a chore until the signal aborts, despite any failures. */
  async function repeat(name: string, { act }: Chore, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const count = () => void acknowledged.set(name, acknowledged.get(name)! + 1);
      // A call cut off by a kill stays unknown, and the loop continues.
      await act(count).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    /** Calls another process from now on. */
    useUrl: (next: string) => Object.values(cast).forEach((member: Member) => (member.url = next)),
    writeUntil: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(Object.entries(chores).map(([name, chore]) => repeat(name, chore, signal)));
    },
    /** Acknowledged calls of each chore. */
    acknowledged: (): ReadonlyMap<string, number> => acknowledged,
    wrong: async (): Promise<string[]> =>
      (await Promise.all(Object.values(chores).map(({ wrong }) => wrong(db)))).flat(),
  };
}
