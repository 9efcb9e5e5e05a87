import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import express, { type ErrorRequestHandler } from 'express';
import type { S3Config } from '../platform/config/storage-config.js';
import { escapeMarkup } from '../platform/text.js';

export const BUCKET = 'uploads';
const KEY_ID = 'test-key';

/** A local S3 server whose connections can be cut. */
export interface S3Server {
  config: S3Config;
  /** Folder of its objects. */
  directory: string;
  /** Rejects connections and cuts existing ones. */
  cut: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

const errorBody = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

/** The calls of S3 that uploads need, with files in `directory`; anything else gets 501. */
function s3Routes(directory: string) {
  const app = express();
  app.disable('x-powered-by');
  app.use((req, res, next) => {
    if (req.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${KEY_ID}/`)) next();
    else res.status(403).type('xml').send(errorBody('InvalidAccessKeyId'));
  });
  app.get(`/${BUCKET}`, async (req, res) => {
    const { prefix = '', 'list-type': version } = req.query as Record<string, string>;
    if (version !== '2') return void res.status(501).type('xml').send(errorBody('NotImplemented'));
    const found = await readdir(directory, { recursive: true, withFileTypes: true });
    const keys = found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
      .filter((key) => key.startsWith(prefix))
      .sort();
    const contents = await Promise.all(
      keys.map(async (key) => {
        const { mtime } = await stat(join(directory, key));
        return `<Contents><Key>${escapeMarkup(key)}</Key><LastModified>${mtime.toISOString()}</LastModified></Contents>`;
      }),
    );
    res.type('xml').send(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}</ListBucketResult>`);
  });
  const object = app.route(`/${BUCKET}/*key`);
  const keyOf = ({ key }: { key: string[] }) => key.join('/');
  object.put(async (req, res) => {
    const path = join(directory, keyOf(req.params));
    const bytes = await buffer(req);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    res.end();
  });
  // answers HEAD as well
  object.get(async (req, res, next) => {
    const key = keyOf(req.params);
    // Stores differ here, and some refuse these.
    const isOdd = !/^bytes=[\d-]+$/.test(req.headers.range ?? 'bytes=0-');
    if (isOdd) return void res.status(416).type('xml').send(errorBody('InvalidRange'));
    const bytes = await readFile(join(directory, key)).catch(() => undefined);
    if (bytes === undefined) return void res.status(404).type('xml').send(errorBody('NoSuchKey'));
    res.set('ETag', `"${createHash('md5').update(bytes).digest('hex')}"`);
    res.sendFile(key, { root: directory, cacheControl: false }, next);
  });
  object.delete(async (req, res) => {
    await rm(join(directory, keyOf(req.params)), { force: true });
    res.status(204).end();
  });
  app.use((_req, res) => void res.status(501).type('xml').send(errorBody('NotImplemented')));
  const failed: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
    if (res.headersSent) next(error);
    else
      res
        .status(error.status ?? 500)
        .type('xml')
        .send(errorBody('Failed'));
  };
  app.use(failed);
  return app;
}

/** Starts a server with one empty bucket; its files are in a temporary folder until it is closed. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'social-feed-s3-'));
  const server = createServer(s3Routes(directory));
  let away = false;
  server.on('connection', (socket) => {
    if (away) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    away = true;
    server.closeAllConnections();
  };
  return {
    config: {
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      forcePathStyle: true,
      prefix: 'feed/',
      credentials: { accessKeyId: KEY_ID, secretAccessKey: 'secret' },
    },
    directory,
    cut,
    restore: () => {
      away = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
