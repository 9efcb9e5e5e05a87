import type { Request, Response } from 'express';
import { addressKey, clientAddress } from '../../platform/http/client-address.js';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { serviceUnavailable } from '../../platform/http/errors.js';
import type { Authenticate, Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { openEventStream, sendStreamHead } from './event-stream.js';
import type { Live } from './live.js';

interface StreamsDeps extends Pick<Platform, 'config' | 'log'> {
  authenticate: Authenticate;
  live: Pick<Live, 'listen'>;
  /** Counts what waits for a decision of a user; `undefined` for users who do not moderate. */
  waitingFor: (viewer: Viewer) => Promise<number | undefined>;
}

type Streams = ReturnType<typeof createStreams>;

/** Most streams of one user and of one client address. */
const STREAMS_PER_USER = 8;
const STREAMS_PER_ADDRESS = 100;

export const createStreams = (deps: StreamsDeps) => ({
  ...deps,
  ofUsers: createConcurrencyLimit(deps.config.streamsMax, STREAMS_PER_USER),
  ofAddresses: createConcurrencyLimit(
    deps.config.streamsMax,
    Math.max(1, Math.floor(STREAMS_PER_ADDRESS * deps.config.rateLimitFactor)),
  ),
});

/** @throws AppError 429 if the user or the address has too many streams, 503 if the process has */
function acquireBoth({ ofUsers, ofAddresses }: Streams, userId: string, address: string): () => void {
  const release = ofUsers.acquire(userId);
  try {
    const releaseAddress = ofAddresses.acquire(address);
    return () => {
      release();
      releaseAddress();
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Starts a stream, which continues after this returns. @throws AppError 429, 503 */
export async function openStream(
  streams: Streams,
  viewer: Viewer,
  req: Request,
  res: Response,
): Promise<void> {
  const { id } = viewer;
  if (req.method === 'HEAD') {
    sendStreamHead(res);
    return;
  }
  // The client has left, or another response uses the connection, so the end of this one would go unnoticed.
  if (res.destroyed || res.socket === null) throw serviceUnavailable();
  const release = acquireBoth(streams, id, addressKey(clientAddress(req)));
  let leave = () => {};
  res.once('close', () => {
    release();
    leave();
  });
  const stream = openEventStream(res);
  // Roles can change while the stream is open.
  let latest = viewer;
  const isAllowed = async () => {
    const now = await streams.authenticate(req);
    if (now?.id !== id) return false;
    latest = now;
    return true;
  };
  const waiting = () => streams.waitingFor(latest);
  try {
    leave = await streams.live.listen({ userId: id, stream, isAllowed, waiting }, req.get('last-event-id'));
    if (res.closed) leave();
  } catch (error) {
    streams.log.warn({ err: error }, 'a stream of notifications could not begin');
    stream.end();
  }
}
