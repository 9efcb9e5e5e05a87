import { PEOPLE_LIMITS } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();

const at = (ahead = 0) => new Date(scene.app.clock.now().getTime() + ahead).toISOString();
const mute = (word: string, until: string | null = null, when = at()) => ({
  kind: 'mute',
  word,
  until,
  at: when,
});
const unmute = (word: string, when = at()) => ({ kind: 'unmute', word, until: null, at: when });
const send = (agent: Agent, ...changes: object[]) => agent.post('/people/changes').send({ changes });
const mutedOf = async (agent: Agent) => (await agent.get('/people/own')).body.data.muted;

describe('muted words', () => {
  it('are stored with the account, latest first, until they expire [B2-29]', async () => {
    const { agent } = await scene.app.signUp();
    const first = await send(agent, mute('Football'), mute(' #Spoiler ', at(MINUTE)));
    expect(first.status, first.text).toBe(200);
    expect(first.body.data.results).toEqual([
      { word: 'Football', isMuted: true },
      { word: '#Spoiler', isMuted: true },
    ]);
    scene.app.clock.advance(1000);
    await send(agent, mute('世界'));
    expect((await mutedOf(agent)).map(({ word }: { word: string }) => word)).toEqual([
      '世界',
      '#Spoiler',
      'Football',
    ]);
    scene.app.clock.advance(MINUTE);
    expect((await mutedOf(agent)).map(({ word }: { word: string }) => word)).toEqual(['世界', 'Football']);
  });

  it('match in any spelling; the later change applies, in any order of arrival [B2-29]', async () => {
    const { agent } = await scene.app.signUp();
    const early = at(-2000);
    await send(agent, mute('Football', null, at(-1000)));
    await send(agent, unmute('FOOTBALL', early));
    expect(await mutedOf(agent)).toEqual([{ word: 'Football', until: null }]);
    await send(agent, unmute('football'));
    expect(await mutedOf(agent)).toEqual([]);
    await send(agent, mute('football', null, early));
    expect(await mutedOf(agent)).toEqual([]);
    scene.app.clock.advance(1000);
    const end = at(7 * MINUTE);
    await send(agent, mute('$football', end), mute('football', null, early));
    expect(await mutedOf(agent)).toEqual([{ word: '$football', until: end }]);
  });

  it('meant exactly as written are other mutes than the same words without [B34-2]', async () => {
    const { agent } = await scene.app.signUp();
    const exact = { ...mute('Año'), exact: true };
    await send(agent, mute('ANO', null, at(-1000)), exact, { ...mute('año', null, at(-500)), exact: true });
    const loose = { word: 'ANO', until: null };
    const [one, other] = ['Año', 'año'].map((word) => ({ word, exact: true, until: null }));
    expect(await mutedOf(agent)).toEqual([one, other, loose]);
    scene.app.clock.advance(1000);
    await send(agent, { ...unmute('año'), exact: true });
    expect(await mutedOf(agent)).toEqual([one, loose]);
    await send(agent, unmute('Año'));
    expect(await mutedOf(agent)).toEqual([one]);
  });

  it.each(['猫', '책', '☕'])(
    'may be one letter that is a word, or a pictograph: %s [B34-1]',
    async (word) => {
      const { agent } = await scene.app.signUp();
      expect((await send(agent, mute(word))).status).toBe(200);
      expect(await mutedOf(agent)).toEqual([{ word, until: null }]);
    },
  );

  it('store nothing if they are unmuted without having been muted', async () => {
    const { agent, user } = await scene.app.signUp();
    await send(agent, ...Array.from({ length: 50 }, (_, index) => unmute(`word${index}`)));
    const stored = () =>
      scene.app.ctx.connection
        .collection('mutedwords')
        .countDocuments({ user: new Types.ObjectId(user._id) });
    expect(await stored()).toBe(0);
    await send(agent, mute('rain', null, at(-2000)), unmute('rain', at(-1000)));
    await send(agent, mute('rain', null, at(-1500)));
    expect([await stored(), await mutedOf(agent)]).toEqual([1, []]);
  });

  it('are limited to 200 [B2-29]', async () => {
    const { agent } = await scene.app.signUp();
    for (let sent = 0; sent < PEOPLE_LIMITS.mutedMax; sent += 50)
      await send(agent, ...Array.from({ length: 50 }, (_, index) => mute(`word${sent + index}`)));
    const answer = await send(agent, mute('one too many'), mute('word0'));
    expect(answer.body.data.results).toEqual([
      { word: 'one too many', isMuted: false },
      { word: 'word0', isMuted: true },
    ]);
    expect(await mutedOf(agent)).toHaveLength(PEOPLE_LIMITS.mutedMax);
    scene.app.clock.advance(1000);
    await send(agent, unmute('word0'));
    const again = await send(agent, mute('one too many'));
    expect(again.body.data.results).toEqual([{ word: 'one too many', isMuted: true }]);
  });

  it.each([
    ['a', /at least 2/],
    ['x'.repeat(51), /at most 50/],
    // An overlong text is not split into words: for 100 kB that takes most of a second.
    ['#'.repeat(51), /at most 50/],
    ['#!', /word or a #tag/],
    [{ $gt: '' }, /must be text/],
  ])('%j is rejected with a message [B2-29]', async (word, reason) => {
    const { agent } = await scene.app.signUp();
    const answer = await send(agent, { ...mute('word'), word });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: 'changes.0.word', message: expect.stringMatching(reason) as string },
    ]);
  });

  it.each([undefined, 'tomorrow', 7])('reject %j as their end', async (until) => {
    const { agent } = await scene.app.signUp();
    expect((await send(agent, { ...mute('word'), until })).status).toBe(400);
  });

  it('are private, part of the export, and deleted with the account [B2-30]', async () => {
    const [one, two] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    await send(one.agent, mute('Football'));
    expect(await mutedOf(two.agent)).toEqual([]);
    const exported = (await one.agent.get('/auth/export')).body;
    expect(exported.mutedWords).toEqual([{ word: 'Football', until: null }]);
    await scene.app.ctx.people.deleteOf(new Types.ObjectId(one.user._id), new AbortController().signal);
    expect(await mutedOf(one.agent)).toEqual([]);
  });
});
