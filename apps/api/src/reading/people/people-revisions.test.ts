import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

type Member = Awaited<ReturnType<TestApp['signUp']>>;

let app: TestApp;
let reader: Member;
let person: Member;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [reader, person] = [await app.signUp(), await app.signUp()];
});

const read = (revision?: string) => {
  const call = reader.agent.get('/people/own');
  return revision === undefined ? call : call.set('If-None-Match', `"${revision}"`);
};
/** Reads the lists when their last change is settled. @returns their revision */
async function settled(): Promise<string> {
  await read();
  app.clock.advance(5 * MINUTE + 1);
  const { body, headers } = await read().expect(200);
  expect(headers['etag']).toBe(`"${body.data.revision}"`);
  return body.data.revision as string;
}
const change = async (kind: string, rest: object = { user: person.user._id }) => {
  app.clock.advance(1);
  const changes = [{ kind, at: app.clock.now().toISOString(), ...rest }];
  await reader.agent.post('/people/changes').send({ changes }).expect(200);
};

describe('GET /people/own', () => {
  it('answers 304 without a body while nothing changed [B2-33]', async () => {
    await change('follow');
    const revision = await settled();
    const { text } = await read(revision).expect(304);
    expect(text).toBe('');
    await read('another').expect(200);
  });

  it.each([
    ['follow', undefined],
    ['block', undefined],
    ['mute', { word: 'sea', until: null }],
    ['languages', { languages: ['en'] }],
  ])('answers 200 after a change of kind %s, and has no revision until it is settled', async (kind, rest) => {
    const revision = await settled();
    await change(kind, rest);
    expect((await read(revision).expect(200)).body.data.revision).toBeUndefined();
    const next = await settled();
    expect(next).not.toBe(revision);
    await read(next).expect(304);
    await read(revision).expect(200);
  });

  it('has no revision if a process was killed during a change', async () => {
    const revision = await settled();
    const { Relationship } = app.ctx.models;
    vi.spyOn(Relationship.collection, 'bulkWrite').mockRejectedValueOnce(new Error('killed'));
    const changes = [{ kind: 'follow', user: person.user._id, at: app.clock.now().toISOString() }];
    await reader.agent.post('/people/changes').send({ changes }).expect(500);
    await read(revision).expect(200);
  });

  it('answers 200 when a blocked user has another name', async () => {
    await change('block');
    const revision = await settled();
    await read(revision).expect(304);
    await app.ctx.models.User.updateOne({ _id: person.user._id }, { fullName: 'New Name' });
    app.clock.advance(MINUTE);
    const { body } = await read(revision).expect(200);
    expect(body.data.blocks).toMatchObject([{ fullName: 'New Name' }]);
    expect(body.data.revision).not.toBe(revision);
  });

  it('answers 200 when a followed user is deleted', async () => {
    await change('follow');
    const revision = await settled();
    const id = new Types.ObjectId(person.user._id);
    await app.ctx.people.deleteOf(id, new AbortController().signal);
    expect((await read(revision).expect(200)).body.data.follows).toEqual([]);
    expect(await settled()).not.toBe(revision);
  });

  it('has no revision while a word is muted for a time', async () => {
    const until = new Date(app.clock.now().getTime() + 7 * MINUTE).toISOString();
    await change('mute', { word: 'sea', until });
    app.clock.advance(6 * MINUTE);
    expect((await read().expect(200)).body.data.revision).toBeUndefined();
    app.clock.advance(2 * MINUTE);
    expect((await read().expect(200)).body.data.revision).toEqual(expect.any(String));
  });
});
