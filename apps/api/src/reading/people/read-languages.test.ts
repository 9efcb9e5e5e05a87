import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();

const at = (ahead = 0) => new Date(scene.app.clock.now().getTime() + ahead).toISOString();
const choose = (languages: unknown, when = at()) => ({ kind: 'languages', languages, at: when });
const send = (agent: Agent, ...changes: object[]) => agent.post('/people/changes').send({ changes });
const languagesOf = async (agent: Agent) => (await agent.get('/people/own')).body.data.languages;

describe('the languages that a user reads', () => {
  it('are all at first, and are stored with the account [B13-4]', async () => {
    const [one, two] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    expect(await languagesOf(one.agent)).toEqual([]);
    const answer = await send(one.agent, choose(['de', 'EN', 'iw', 'en']));
    expect(answer.body.data.results).toEqual([{ languages: ['de', 'en', 'he'] }]);
    expect(await languagesOf(one.agent)).toEqual(['de', 'en', 'he']);
    expect(await languagesOf(two.agent)).toEqual([]);
    scene.app.clock.advance(1000);
    await send(one.agent, choose([]));
    expect(await languagesOf(one.agent)).toEqual([]);
  });

  it('are those of the latest change, in any order of arrival [B13-4]', async () => {
    const { agent } = await scene.app.signUp();
    await send(agent, choose(['de'], at(-1000)), choose(['fr'], at(-3000)));
    expect(await languagesOf(agent)).toEqual(['de']);
    const answer = await send(agent, choose(['es'], at(-2000)));
    expect(answer.body.data.results).toEqual([{ languages: ['de'] }]);
    await Promise.all(
      [-900, -300, -600].map((ahead) => send(agent, choose([ahead === -300 ? 'pt' : 'it'], at(ahead)))),
    );
    expect(await languagesOf(agent)).toEqual(['pt']);
  });

  it('are those of the latest of first changes at once', async () => {
    const { agent } = await scene.app.signUp();
    await Promise.all(['it', 'pt', 'nl'].map((tag, index) => send(agent, choose([tag], at(index - 10)))));
    expect(await languagesOf(agent)).toEqual(['nl']);
  });

  it('change with follows and muted words in one call', async () => {
    const { agent } = await scene.app.signUp();
    const mute = { kind: 'mute', word: 'football', until: null, at: at() };
    const answer = await send(agent, mute, choose(['de']));
    expect(answer.body.data.results).toEqual([{ word: 'football', isMuted: true }, { languages: ['de'] }]);
  });

  it.each([undefined, null, 'de', ['english'], ['en-GB'], [7], Array(21).fill('de')])(
    'cannot be %j',
    async (languages) => {
      const { agent } = await scene.app.signUp();
      expect((await send(agent, choose(languages))).status).toBe(400);
      expect(await languagesOf(agent)).toEqual([]);
    },
  );

  it('are part of the export and deleted with the account [B13-4]', async () => {
    const { agent, user } = await scene.app.signUp();
    await send(agent, choose(['de']));
    expect((await agent.get('/auth/export')).body.readLanguages).toEqual([{ languages: ['de'] }]);
    await scene.app.ctx.people.deleteOf(new Types.ObjectId(user._id), new AbortController().signal);
    expect(await languagesOf(agent)).toEqual([]);
  });
});
