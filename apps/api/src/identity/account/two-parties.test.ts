import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOUR } from '../../platform/time.js';
import { PASSWORD } from '../../testing/browsers.js';
import { resetScene } from '../../testing/reset-scene.js';
import { runs } from '../../testing/runs.js';
import { newAccount, type Agent } from '../../testing/test-app.js';

const scene = resetScene();
const { lastCode, mailsTo, post } = scene;
/** A party tries the latest passwords that it knows. */
const GUESSES = 3;

type PartyName = 'owner' | 'thief';
interface Party {
  name: PartyName;
  agent: Agent;
  boxes: [string, string];
  passwords: string[];
}

const tokensIn = (text: string) => [...text.matchAll(/undo-email#(\S+)/g)].map(([, token]) => token!);

/** Whether a browser is signed in, after refreshing its session if needed. */
const isSignedIn = async (agent: Agent) =>
  (await agent.get('/auth/me')).status === 200 || (await agent.post('/auth/refresh')).status === 200;

/** An account and two parties who both know its password. Each can read only its own two mailboxes. */
async function createDuel() {
  const account = newAccount();
  const boxes = (name: string): [string, string] => [
    name === 'owner' ? account.email : `${name}0_${account.userName}@example.net`,
    `${name}1_${account.userName}@example.net`,
  ];
  const { agent, user } = await scene.app.register(account);
  await agent.post('/auth/email/confirm').send({ otp: await lastCode(account.email) });
  const owner: Party = { name: 'owner', agent, boxes: boxes('owner'), passwords: [PASSWORD] };
  const thief: Party = {
    name: 'thief',
    agent: scene.app.agent(),
    boxes: boxes('thief'),
    passwords: [PASSWORD],
  };
  const { User, FormerEmail, Throttle } = scene.app.ctx.models;
  let serial = 0;

  const partyOf = (email: string) => (owner.boxes.includes(email) ? owner : thief);
  const emailNow = async () => (await User.findById(user._id).lean())!.email;
  /** The changes that can be reverted, earliest first. */
  const living = () =>
    FormerEmail.find({ user: user._id, until: { $gt: scene.app.clock.now() } })
      .sort({ at: 1 })
      .lean();
  const firstAddress = async () => (await living())[0]?.from ?? (await emailNow());
  /** The party that owned the address before those changes, else the current owner of the account. */
  const first = async (): Promise<Party> => partyOf(await firstAddress());
  /** Addresses of the other party whose links still work although the account is at its first address. */
  const openWays = async () => {
    const address = await firstAddress();
    if (address !== (await emailNow())) return [];
    return (await living()).map(({ from }) => from).filter((from) => partyOf(from) !== partyOf(address));
  };

  const acts = {
    async signIn({ agent: own, passwords }: Party) {
      if (await isSignedIn(own)) return;
      for (const password of passwords.slice(-GUESSES)) {
        const answer = await own.post('/auth/login').send({ emailOrUsername: user.userName, password });
        if (answer.status === 200) return;
      }
    },
    async change({ agent: own, boxes: mine, passwords }: Party, box: 0 | 1) {
      if (!(await isSignedIn(own))) return;
      for (const password of passwords.slice(-GUESSES)) {
        if ((await own.post('/auth/email').send({ email: mine[box], password })).status === 200) break;
      }
      await acts.confirm({ agent: own, boxes: mine }, box);
    },
    async confirm({ agent: own, boxes: mine }: Pick<Party, 'agent' | 'boxes'>, box: 0 | 1) {
      const otp = await lastCode(mine[box]);
      if (otp !== '' && (await isSignedIn(own))) await own.post('/auth/email/confirm').send({ otp });
    },
    async undo({ boxes: mine }: Party, box: 0 | 1) {
      // Oldest first, as a user would try several links.
      for (const { text } of (await mailsTo(mine[box])).reverse()) {
        for (const token of tokensIn(text)) await post('/auth/email/undo', { token });
      }
    },
    async changePassword({ agent: own, name, passwords }: Party) {
      if (!(await isSignedIn(own))) return;
      const newPassword = `${name} horse ${(serial += 1)}`;
      for (const currentPassword of passwords.slice(-GUESSES)) {
        const answer = await own.post('/auth/change-password').send({ currentPassword, newPassword });
        if (answer.status !== 200) continue;
        passwords.push(newPassword);
        return;
      }
    },
    async reset({ boxes: mine, name, passwords }: Party) {
      const now = await emailNow();
      // Other addresses get no code; another test covers that.
      for (const email of mine.filter((each) => each === now)) {
        await scene.forgot(email);
        const { resetToken } = (await scene.verify(email, await lastCode(email))).body;
        if (resetToken === undefined) continue;
        const newPassword = `${name} horse ${(serial += 1)}`;
        await post('/auth/reset-password', { email, resetToken, newPassword });
        passwords.push(newPassword);
      }
    },
  };

  /** All actions by which a party may take over the account. */
  async function tryEverything(party: Party) {
    for (const box of [0, 1] as const) await acts.undo(party, box);
    await acts.reset(party);
    await acts.signIn(party);
    await acts.changePassword(party);
    for (const box of [0, 1] as const) await acts.confirm(party, box);
    for (const box of [1, 0] as const) await acts.change(party, box);
    await Throttle.deleteMany({});
  }

  return {
    parties: { owner, thief },
    acts,
    first,
    openWays,
    partyNow: async () => partyOf(await emailNow()),
    tryEverything,
    clearBudgets: () => Throttle.deleteMany({}),
  };
}

const party = fc.constantFrom<PartyName>('owner', 'thief');
const box = fc.constantFrom<0 | 1>(0, 1);
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change'), party, box }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('confirm', 'undo'), party, box }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('signIn', 'changePassword', 'reset'),
      party,
      box: fc.constant<0>(0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      party,
      hours: fc.constantFrom(1, 20, 50, 80),
      box: fc.constant<0>(0),
    }),
  },
);

it('an account ends up with the owner of its first address, in any order of actions of two parties who know the password', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async (sequence) => {
      const duel = await createDuel();
      await duel.acts.signIn(duel.parties.thief);
      await duel.acts.change(duel.parties.thief, 0);
      for (const step of sequence) {
        const before = await duel.first();
        if ('hours' in step) scene.app.clock.advance(step.hours * HOUR);
        else {
          const actor = duel.parties[step.party];
          await duel.acts[step.kind](actor, step.box);
        }
        await duel.clearBudgets();
        expect(await duel.openWays()).toEqual([]);
        const after = await duel.first();
        // The first address changes only over time, as undo links expire, and then to the current owner's.
        if (after.name !== before.name)
          expect(['wait', (await duel.partyNow()).name]).toEqual([step.kind, after.name]);
      }
      const first = await duel.first();
      const second = duel.parties[first.name === 'owner' ? 'thief' : 'owner'];
      await duel.tryEverything(first);
      expect((await duel.partyNow()).name).toBe(first.name);
      await duel.tryEverything(second);
      expect((await duel.partyNow()).name).toBe(first.name);
      expect((await second.agent.get('/auth/me')).status).toBe(401);
    }),
    {
      numRuns: runs(4, 40),
      examples: [
        // The owner moves back, and the thief follows every link sent to the address in between.
        [
          [
            { kind: 'changePassword', party: 'owner', box: 0 },
            { kind: 'change', party: 'owner', box: 0 },
            { kind: 'undo', party: 'thief', box: 0 },
          ],
        ],
        // The owner moves to another address, and the first change expires.
        [
          [
            { kind: 'wait', party: 'owner', hours: 50, box: 0 },
            { kind: 'change', party: 'owner', box: 1 },
            { kind: 'wait', party: 'owner', hours: 50, box: 0 },
            { kind: 'undo', party: 'thief', box: 0 },
          ],
        ],
      ],
    },
  );
}, 240_000);
