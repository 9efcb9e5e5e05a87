import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cookieHeader } from '../../testing/cookies.js';
import { createTestApp, newAccount, type Agent, type TestApp } from '../../testing/test-app.js';
import { clips, incomingIn, keptIn, smallPng, upload } from '../../testing/uploads.js';
import { createLogger } from '../../platform/http/logging.js';
import { diskStorage, type MediaStorage } from '../../platform/storage/media-storage.js';

/** A disk storage whose writes can be made to fail or wait. */
interface Fragile extends MediaStorage {
  beforePut: (key: string) => Promise<void> | void;
  beforeRemove: () => void;
}

let app: TestApp;
let directory: string;
let store: Fragile;
const errors: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
  const disk = diskStorage(join(directory, 'files'));
  store = {
    beforePut: () => undefined,
    beforeRemove: () => undefined,
    put: async (key, source) => {
      await store.beforePut(key);
      await disk.put(key, source);
    },
    remove: (id) => {
      store.beforeRemove();
      return disk.remove(id);
    },
    serve: (...call) => disk.serve(...call),
  };
  app = await createTestApp({
    storage: store,
    log: createLogger('error', { write: (line) => errors.push(line) }),
    config: { media: { directory }, limits: { standstill: 300 } },
  });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  store.beforePut = () => undefined;
  store.beforeRemove = () => undefined;
});

const fails = (code: string) => Object.assign(new Error(`${code}: no`), { code, syscall: 'write' });
const records = () => app.ctx.models.MediaFile.countDocuments();
/** Files of the test's folder that this process has open. */
const openFiles = (): string[] => {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(directory) ? [path] : [];
    } catch {
      return [];
    }
  });
};
/** Expects no file, open handle or record of the failed upload. */
const expectNothing = async () =>
  expect([await incomingIn(directory), await keptIn(directory), openFiles(), await records()]).toEqual([
    [],
    [],
    [],
    0,
  ]);
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

const signedIn = async () => cookieHeader(await app.agent().post('/auth/register').send(newAccount()));

/** Starts a form and leaves it open. */
async function beginUpload(length = 1_000_000): Promise<ClientRequest> {
  const call = httpRequest(`${app.url}/media`, {
    method: 'POST',
    headers: {
      Cookie: await signedIn(),
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': length,
    },
  });
  call.on('error', () => undefined);
  call.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n');
  return call;
}

const answerOf = (call: ClientRequest) =>
  new Promise<{ status: number; body: { code: string; message: string }; headers: object }>(
    (resolve, reject) => {
      call.on('error', reject);
      call.on('response', (res: IncomingMessage) => {
        let text = '';
        res.on('data', (chunk: Buffer) => (text += chunk.toString()));
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, body: JSON.parse(text), headers: res.headers }),
        );
      });
    },
  );

describe('a full disk', () => {
  it.each(['ENOSPC', 'EDQUOT'])(
    'is reported as such (%s), and nothing of the upload remains',
    async (code) => {
      const { agent } = await app.signUp();
      let puts = 0;
      store.beforePut = () => {
        puts += 1;
        if (puts === 3) throw fails(code);
      };
      const answer = await upload(agent, [await clips.mp4(), 'a.mp4'], [await smallPng(), 'a.png']);
      expect(answer.status).toBe(507);
      expect(answer.body).toEqual({
        success: false,
        code: 'STORAGE_FULL',
        message: 'There is no room to save this at the moment',
      });
      await expectNothing();
    },
  );

  it('that also prevents the removal leaves a record for the sweep', async () => {
    const { agent } = await app.signUp();
    store.beforePut = (key) => {
      if (key.endsWith('640.webp')) throw fails('ENOSPC');
    };
    store.beforeRemove = () => {
      throw fails('EIO');
    };
    expect((await upload(agent, [await smallPng(), 'a.png'])).status).toBe(507);
    expect(await records()).toBe(1);
    store.beforeRemove = () => undefined;
    await app.ctx.media.sweep();
    await expectNothing();
  });

  it('is distinguished from another storage error', async () => {
    const { agent } = await app.signUp();
    store.beforePut = () => {
      throw fails('EIO');
    };
    expect((await upload(agent, [await smallPng(), 'a.png'])).status).toBe(500);
    await expectNothing();
  });
});

describe('a client that disconnects', () => {
  it('during a file leaves nothing', async () => {
    const call = await beginUpload();
    call.write(Buffer.alloc(200_000));
    await soon(async () => expect(await incomingIn(directory)).toHaveLength(1));
    call.destroy();
    await soon(expectNothing);
  });

  it('while the files are being stored leaves nothing', async () => {
    const png = await smallPng();
    const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n');
    const tail = Buffer.from('\r\n--b--\r\n');
    let goOn: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      store.beforePut = async (key) => {
        if (!key.endsWith('320.webp')) return;
        resolve();
        await new Promise<void>((go) => (goOn = go));
      };
    });
    const call = await beginUpload(head.length + png.length + tail.length);
    call.end(Buffer.concat([png, tail]));
    await reached;
    call.destroy();
    await expect.poll(connections, { interval: 10 }).toBe(0);
    errors.length = 0;
    goOn();
    await soon(expectNothing);
    expect(errors).toEqual([]);
  });
});

/** Current connections of the server. */
const connections = () =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

describe('a client that stops sending', () => {
  it('during an upload is rejected, and nothing remains', async () => {
    const call = await beginUpload();
    const answer = await answerOf(call);
    expect(answer).toMatchObject({
      status: 408,
      body: { code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive' },
      headers: { connection: 'close' },
    });
    call.destroy();
    await soon(expectNothing);
  });

  it('during any other request is rejected', async () => {
    const call = httpRequest(`${app.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 100 },
    });
    call.write('{');
    const answer = await answerOf(call);
    expect(answer).toMatchObject({ status: 408, body: { code: 'REQUEST_TIMEOUT' } });
    call.destroy();
  });
});

describe('a client with many uploads', () => {
  it('is rejected at the seventh concurrent one, while others are not', async () => {
    const png = await smallPng();
    const send = (agent: Agent) => upload(agent, [png, 'a.png']).then((answer) => answer);
    const [busy, other] = [(await app.signUp()).agent, (await app.signUp()).agent];
    let waiting = 0;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    store.beforePut = () => {
      waiting += 1;
      return held;
    };
    const six = Array.from({ length: 6 }, () => send(busy));
    await expect.poll(() => waiting, { timeout: 25_000 }).toBe(6);
    const refused = await send(busy);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
    const theirs = send(other);
    await expect.poll(() => waiting, { timeout: 25_000 }).toBe(7);
    letGo();
    expect((await Promise.all([...six, theirs])).map(({ status }) => status)).toEqual(Array(7).fill(201));
    expect((await send(busy)).status).toBe(201);
  });
});
