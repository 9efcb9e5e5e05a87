import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Config } from '../platform/config/config.js';

export const BUCKET = 'uploads';

/** A local S3 server whose connections can be cut. */
export interface S3Server {
  config: S3Config;
  /** Rejects connections and cuts existing ones. */
  cut: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

/** Starts a server with one empty bucket; its files are in a temporary folder until it is closed. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'social-feed-s3-'));
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await store.run();
  const sockets = new Set<Socket>();
  let away = false;
  const wire: Server = createServer((client) => {
    if (away) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    away = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    config: {
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
      forcePathStyle: true,
      prefix: 'feed/',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    cut,
    restore: () => {
      away = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => wire.close(resolve));
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
