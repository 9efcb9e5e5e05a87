import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { currentRequest, runForRequest } from '../request-context.js';
import { MINUTE } from '../time.js';
import { failedJobs } from './job.model.js';
import { PermanentJobError, retryDelay, type JobOptions, type JobRun } from './job-run.js';
import { createJobs } from './jobs.js';

/** Longer than any lock in these tests. */
const LOCK_ENDS = 2 * MINUTE;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => model().deleteMany());
afterAll(() => app.close());

const model = () => app.ctx.models.Job;
const open = () => createJobs({ jobs: model(), now: app.clock.now, log: pino({ level: 'silent' }) });

interface Note {
  text: string;
}

/** A queue of notes that records the order in which they ran. */
function notes(options: JobOptions = {}, handle?: (note: Note, run: JobRun) => Promise<void>) {
  const jobs = open();
  const done: string[] = [];
  jobs.define('note', options, async (note: Note, run) => {
    await handle?.(note, run);
    done.push(note.text);
  });
  return { jobs, done, add: (text: string, more = {}) => jobs.add('note', { text }, more) };
}

/** A promise and the function that resolves it. */
function gate() {
  let pass: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { opened, pass };
}

describe('a job', () => {
  it('runs once when it is due and is deleted', async () => {
    const { jobs, done, add } = notes();
    await add('now');
    await add('later', { runAt: new Date(app.clock.now().getTime() + MINUTE) });
    await jobs.runDue();
    expect(done).toEqual(['now']);
    app.clock.advance(MINUTE);
    await jobs.runDue();
    await jobs.runDue();
    expect(done).toEqual(['now', 'later']);
    expect(await model().countDocuments()).toBe(0);
  });

  it('runs in the order of due times', async () => {
    const { jobs, done, add } = notes();
    for (const minutes of [3, 1, 2]) {
      await add(String(minutes), { runAt: new Date(app.clock.now().getTime() + minutes * MINUTE) });
    }
    app.clock.advance(3 * MINUTE);
    await jobs.runDue();
    expect(done).toEqual(['1', '2', '3']);
  });

  it('runs in only one of several processes', async () => {
    const processes = [notes(), notes(), notes()];
    for (let index = 0; index < 20; index += 1) await processes[0]!.add(String(index));
    await Promise.all(processes.map(({ jobs }) => jobs.runDue()));
    expect(processes.flatMap(({ done }) => done).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index)).sort(),
    );
  });

  it('runs again when the lock of a dead process expires', async () => {
    const dead = notes({}, () => new Promise(() => undefined));
    await dead.add('left behind');
    void dead.jobs.runDue();
    await expect.poll(() => model().countDocuments({ lock: { $exists: true } })).toBe(1);
    const { jobs, done } = notes();
    await jobs.runDue();
    expect(done).toEqual([]);
    app.clock.advance(LOCK_ENDS);
    await jobs.runDue();
    expect(done).toEqual(['left behind']);
  });

  it('runs at most as often concurrently as its type allows', async () => {
    let running = 0;
    const end = gate();
    const { jobs, done, add } = notes({ concurrency: 3 }, async () => {
      running += 1;
      await end.opened;
      running -= 1;
    });
    for (let index = 0; index < 12; index += 1) await add(String(index));
    const runs = [jobs.runDue(), jobs.runDue()];
    await expect.poll(() => running).toBe(3);
    await jobs.runDue();
    expect(running).toBe(3);
    end.pass();
    await Promise.all(runs);
    expect(done).toHaveLength(12);
  });

  it('can return a time to run again', async () => {
    const jobs = open();
    const steps: number[] = [];
    jobs.define('steps', {}, ({ step }: { step: number }) => {
      steps.push(step);
      const runAt = new Date(app.clock.now().getTime() + MINUTE);
      return Promise.resolve(steps.length < 2 ? { runAt } : undefined);
    });
    await jobs.add('steps', { step: 1 });
    await jobs.runDue();
    await jobs.runDue();
    expect(steps).toEqual([1]);
    app.clock.advance(MINUTE);
    await jobs.runDue();
    expect(steps).toEqual([1, 1]);
    expect(await model().countDocuments()).toBe(0);
  });

  it('runs a second time with `againAfter`, and starts over when added again', async () => {
    const jobs = open();
    const ran: object[] = [];
    jobs.define('settle', { againAfter: MINUTE }, (payload: object) => {
      ran.push(payload);
      return Promise.resolve();
    });
    const add = () => jobs.add('settle', { user: 'a' }, { key: 'a' });
    await add();
    await jobs.runDue();
    app.clock.advance(MINUTE - 1);
    await jobs.runDue();
    expect(ran).toEqual([{ user: 'a' }]);
    await add();
    await jobs.runDue();
    app.clock.advance(MINUTE);
    await jobs.runDue();
    expect(ran.slice(1)).toEqual([{ user: 'a' }, { user: 'a', again: true }]);
    expect(await model().countDocuments()).toBe(0);
  });
});

describe('a job that fails', () => {
  it('is retried with growing delays and lets other jobs pass', async () => {
    let failing = true;
    const { jobs, done, add } = notes({}, ({ text }) =>
      failing && text === 'bad' ? Promise.reject(new Error('not yet')) : Promise.resolve(),
    );
    await add('bad');
    await add('good');
    for (const attempts of [1, 2, 3]) {
      await jobs.runDue();
      expect(done).toEqual(['good']);
      expect(await model().findOne().lean()).toMatchObject({ attempts, lastError: 'not yet' });
      app.clock.advance(retryDelay(attempts) - 1);
      await jobs.runDue();
      expect(await model().findOne().lean()).toMatchObject({ attempts });
      app.clock.advance(1);
    }
    failing = false;
    await jobs.runDue();
    expect(done).toEqual(['good', 'bad']);
  });

  it('is marked as dead after a permanent error, and stays in the database', async () => {
    const { jobs, add } = notes({}, () => Promise.reject(new PermanentJobError('no such address')));
    await add('bad');
    await jobs.runDue();
    app.clock.advance(LOCK_ENDS);
    await jobs.runDue();
    const [job] = await model().find().lean();
    expect(job).toMatchObject({ attempts: 1, lastError: 'no such address' });
    expect([job?.deadAt instanceof Date, job?.runAt]).toEqual([true, undefined]);
  });

  it('is marked as dead after the time that its type allows', async () => {
    const { jobs, add } = notes({ giveUpAfter: MINUTE }, () => Promise.reject(new Error('away')));
    await add('bad');
    await jobs.runDue();
    expect(await model().countDocuments({ deadAt: { $exists: true } })).toBe(0);
    app.clock.advance(MINUTE);
    await jobs.runDue();
    expect(await model().countDocuments({ deadAt: { $exists: true } })).toBe(1);
  });
});

it('counts as failing until a run succeeds, and as dead once it is given up', async () => {
  let failing = true;
  const jobs = open();
  const handle = () => (failing ? Promise.reject(new Error('away')) : Promise.resolve());
  jobs.define('note', { giveUpAfter: 10 * MINUTE }, handle);
  jobs.define('sweep', { every: MINUTE }, handle);
  await jobs.add('note');
  await jobs.add('sweep');
  const counts = async () => ({
    failing: await failedJobs(model(), { dead: false }),
    dead: await failedJobs(model(), { dead: true }),
  });
  await jobs.runDue();
  expect(await counts()).toEqual({ failing: { note: 1, sweep: 1 }, dead: {} });
  app.clock.advance(10 * MINUTE);
  await jobs.runDue();
  expect(await counts()).toEqual({ failing: { sweep: 1 }, dead: { note: 1 } });
  failing = false;
  app.clock.advance(MINUTE);
  await jobs.runDue();
  expect(await counts()).toEqual({ failing: {}, dead: { note: 1 } });
});

it('doubles the delay after each failure, up to a minute', () => {
  expect([1, 2, 3, 4, 5, 50].map(retryDelay)).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

describe('a job that hangs', () => {
  it('is aborted at its time limit and releases its slot', async () => {
    const told = vi.fn();
    const { jobs, done, add } = notes({ timeLimit: 20 }, ({ text }, { signal }) => {
      if (text !== 'hangs') return Promise.resolve();
      signal.addEventListener('abort', told);
      return new Promise(() => undefined);
    });
    await add('hangs');
    await add('passes');
    await jobs.runDue();
    expect(done).toEqual(['passes']);
    expect(told).toHaveBeenCalledTimes(1);
    expect(await model().findOne().lean()).toMatchObject({ attempts: 1, lastError: 'No end after 20 ms' });
  });
});

describe('a key', () => {
  it('identifies one job, which adding it again can only bring forward', async () => {
    const { jobs, done, add } = notes();
    const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * MINUTE);
    await add('first', { key: 'k', runAt: inMinutes(2) });
    await add('second', { key: 'k', runAt: inMinutes(1) });
    await add('third', { key: 'k', runAt: inMinutes(3) });
    app.clock.advance(MINUTE);
    await jobs.runDue();
    expect(done).toEqual(['third']);
    expect(await model().countDocuments()).toBe(0);
  });

  it('identifies one job when added concurrently', async () => {
    const { jobs, done, add } = notes();
    await Promise.all(Array.from({ length: 10 }, () => add('same', { key: 'k' })));
    await jobs.runDue();
    expect(done).toEqual(['same']);
  });

  it.each([0, MINUTE])('makes a job run again if it is added during a run, in %i ms', async (wait) => {
    const [begun, end] = [gate(), gate()];
    const { jobs, done, add } = notes({}, async ({ text }) => {
      begun.pass();
      if (text === 'first') await end.opened;
    });
    await add('first', { key: 'k' });
    const running = jobs.runDue();
    await begun.opened;
    await add('second', { key: 'k', runAt: new Date(app.clock.now().getTime() + wait) });
    end.pass();
    await running;
    app.clock.advance(wait);
    await jobs.runDue();
    expect(done).toEqual(['first', 'second']);
    expect(await model().countDocuments()).toBe(0);
  });

  it('revives a dead job', async () => {
    let failing = true;
    const { jobs, done, add } = notes({}, () =>
      failing ? Promise.reject(new PermanentJobError('no')) : Promise.resolve(),
    );
    await add('it', { key: 'k' });
    await jobs.runDue();
    failing = false;
    await add('it', { key: 'k' });
    await jobs.runDue();
    expect(done).toEqual(['it']);
  });
});

describe('a recurring job', () => {
  /** Two processes with a job that recurs each minute; the second starts after the first has run it. */
  async function twoProcesses(run: () => Promise<void> = () => Promise.resolve()) {
    const ran = vi.fn(run);
    const processes = [open(), open()];
    for (const jobs of processes) {
      jobs.define('sweep', { every: MINUTE }, ran);
    }
    await processes[0]!.start();
    await expect.poll(() => ran).toHaveBeenCalledTimes(1);
    await expect.poll(() => model().findOne({ lock: { $exists: false } })).not.toBeNull();
    await processes[1]!.start();
    const look = async () => {
      await Promise.all(processes.map((jobs) => jobs.runDue()));
      return ran.mock.calls.length;
    };
    return { jobs: processes[0]!, look, stop: () => Promise.all(processes.map((jobs) => jobs.stop())) };
  }

  it('runs on start and after each interval, in one of all processes', async () => {
    const { look, stop } = await twoProcesses();
    expect(await look()).toBe(1);
    app.clock.advance(MINUTE - 1);
    expect(await look()).toBe(1);
    app.clock.advance(1);
    expect(await look()).toBe(2);
    await stop();
  });

  it('runs soon when added, once for several calls', async () => {
    const { jobs, look, stop } = await twoProcesses();
    const runAt = new Date(app.clock.now().getTime() + 1000);
    for (let index = 0; index < 5; index += 1) await jobs.add('sweep', {}, { runAt });
    expect(await look()).toBe(1);
    app.clock.advance(1000);
    expect(await look()).toBe(2);
    expect(await model().countDocuments()).toBe(1);
    await stop();
  });

  it('continues after any failure', async () => {
    const { look, stop } = await twoProcesses(() => Promise.reject(new PermanentJobError('broken')));
    app.clock.advance(retryDelay(1));
    expect(await look()).toBe(2);
    await stop();
  });
});

describe('after the clock is set back by half an hour', () => {
  const BACK = -30 * MINUTE;
  afterEach(() => app.clock.advance(-BACK));

  it('a recurring job runs again after its interval', async () => {
    const ran = vi.fn(() => Promise.resolve());
    const jobs = open();
    jobs.define('sweep', { every: MINUTE }, ran);
    await jobs.add('sweep');
    await jobs.runDue();
    app.clock.advance(BACK);
    await jobs.runDue();
    expect(ran).toHaveBeenCalledTimes(1);
    app.clock.advance(MINUTE);
    await jobs.runDue();
    expect(ran).toHaveBeenCalledTimes(2);
    app.clock.advance(-MINUTE);
    await jobs.stop();
  });

  it('a job that failed runs again within a minute', async () => {
    let fails = true;
    const { jobs, done, add } = notes({}, () =>
      fails ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    await add('it');
    await jobs.runDue();
    fails = false;
    app.clock.advance(BACK);
    await jobs.runDue();
    app.clock.advance(MINUTE);
    await jobs.runDue();
    expect(done).toEqual(['it']);
    app.clock.advance(-MINUTE);
  });

  it('a job of a dead process runs again after the length of a lock', async () => {
    const dead = notes({}, () => new Promise(() => undefined));
    await dead.add('it');
    void dead.jobs.runDue();
    await expect.poll(() => model().findOne({ lock: { $exists: true } })).not.toBeNull();
    app.clock.advance(BACK);
    const { jobs, done } = notes();
    await jobs.runDue();
    app.clock.advance(LOCK_ENDS);
    await jobs.runDue();
    expect(done).toEqual(['it']);
    app.clock.advance(-LOCK_ENDS);
  });

  it('a job added for a later time keeps its time', async () => {
    const { jobs, done, add } = notes();
    const runAt = new Date(app.clock.now().getTime() + 5 * MINUTE);
    await add('it', { runAt });
    app.clock.advance(BACK);
    await jobs.runDue();
    expect(await model().findOne().lean()).toMatchObject({ runAt });
    expect(done).toEqual([]);
  });
});

describe('a process’s queue', () => {
  it('runs an added job without waiting for the next poll', async () => {
    const { jobs, done, add } = notes();
    await jobs.start();
    await add('at once');
    await expect.poll(() => done).toEqual(['at once']);
    await jobs.stop();
  });

  it('runs an added job outside the request that adds it, which may be past its deadline', async () => {
    const ranFor: unknown[] = [];
    const { jobs, done, add } = notes({}, () => {
      ranFor.push(currentRequest());
      return Promise.resolve();
    });
    await jobs.start();
    const { signal } = new AbortController();
    const context = { signal, deadlineAt: Infinity, answered: false, appendHeader: () => undefined };
    await runForRequest(context, () => add('at once'));
    await expect.poll(() => done).toEqual(['at once']);
    expect(ranFor).toEqual([undefined]);
    await jobs.stop();
  });

  it('waits for running jobs on stop, and starts no more', async () => {
    const [begun, end] = [gate(), gate()];
    const { jobs, done, add } = notes({}, () => {
      begun.pass();
      return end.opened;
    });
    await add('first');
    await add('second');
    void jobs.runDue();
    await begun.opened;
    const stopped = jobs.stop();
    end.pass();
    await stopped;
    expect(done).toEqual(['first']);
    expect(await model().findOne().lean()).toMatchObject({ payload: { text: 'second' }, attempts: 0 });
  });

  it('leaves a job that does not end on stop to another process', async () => {
    const begun = gate();
    const { jobs, add } = notes({}, () => {
      begun.pass();
      return new Promise(() => undefined);
    });
    await add('hangs');
    void jobs.runDue();
    await begun.opened;
    await jobs.stop();
    const other = notes();
    await other.jobs.runDue();
    expect(other.done).toEqual(['hangs']);
  });

  it('continues after a database outage', async () => {
    const { jobs, done, add } = notes();
    await add('one');
    const claim = vi.spyOn(model(), 'findOneAndUpdate').mockImplementationOnce(() => {
      throw new Error('away');
    });
    await jobs.runDue();
    claim.mockRestore();
    expect(done).toEqual([]);
    await jobs.runDue();
    expect(done).toEqual(['one']);
  });
});
