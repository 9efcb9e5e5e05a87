import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { Api } from './api.js';
import { NewerDatabaseError, PreparationError } from './platform/db/preparation-error.js';
import { createHttpServer } from './platform/http/http-server.js';
import { serveMetrics, urlOf } from './platform/metrics.js';
import { MINUTE } from './platform/time.js';

/** Milliseconds between attempts to reach the database on start. */
const RETRY_EVERY = 1000;
/** Maximum milliseconds between attempts to prepare a database, which cost it more than attempts to connect. */
const PREPARE_EVERY = MINUTE;
/**
 * Maximum connections waiting to be accepted. Clients retry beyond that after one second, then three, then seven.
 */
const BACKLOG = 4096;

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Listens at once, so that liveness succeeds regardless of the database. Everything else gets 503 until the
 * database is connected, migrated and indexed.
 * @throws the error of `listen`, such as EADDRINUSE
 */
export async function startServer(api: Api) {
  const { uploadWithin, standstill, unsentBytes, shutdownGrace } = api.config.limits;
  const { host, metricsPort } = api.config;
  const { metrics } = api;
  const { server, stop } = createHttpServer(api.app, {
    requestWithin: uploadWithin,
    standstill,
    unsentBytes,
    onRefused: metrics && (() => metrics.refused('CONNECTION')),
  });
  const figures =
    metrics === undefined || metricsPort === null
      ? undefined
      : await serveMetrics(metrics, api.readiness, { host, port: metricsPort });
  server.listen({ port: api.config.port, host, backlog: BACKLOG });
  await once(server, 'listening').catch(async (error: unknown) => {
    await figures?.close();
    throw error;
  });

  const starting = new AbortController();
  const ready = startUntilReady(api, starting.signal);
  ready.catch(() => undefined);
  const { port } = server.address() as AddressInfo;
  let stopping: Promise<boolean> | undefined;
  return {
    /** The address on which it actually listens. */
    url: urlOf(host, port),
    /** Where Prometheus reads metrics, if enabled. */
    metricsUrl: figures?.url,
    /**
     * Resolves when the database is connected and its indexes exist. Rejects if MONGODB_URI is unusable, or with a
     * NewerDatabaseError.
     */
    ready,
    /**
     * Accepts no new connections, lets requests and jobs in flight finish within the configured grace, then ends
     * everything else and closes the database. Returns whether all finished in time.
     */
    stop: (): Promise<boolean> => {
      stopping ??= (async () => {
        starting.abort();
        // Otherwise streams would last until the end of the grace.
        api.notifications.live.close();
        // Concurrently, so that jobs need no time beyond the grace.
        const [clean] = await Promise.all([stop(shutdownGrace), api.jobs.stop()]);
        await api.destroy();
        await figures?.close();
        await ready.catch(() => undefined);
        return clean;
      })();
      return stopping;
    },
  };
}

/** Whether retries are pointless, because MONGODB_URI itself is wrong. */
const isUnusableAddress = (error: unknown) =>
  error instanceof Error && /^Mongo(Parse|InvalidArgument|MissingDependency)Error$/.test(error.name);

async function startUntilReady(api: Api, signal: AbortSignal): Promise<void> {
  let logged = '';
  let pause = RETRY_EVERY;
  while (!signal.aborted) {
    try {
      await api.start(signal);
      if (logged !== '') api.log.info('database reached');
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (isUnusableAddress(error) || error instanceof NewerDatabaseError) throw error;
      const unprepared = error instanceof PreparationError;
      pause = unprepared ? Math.min(2 * pause, PREPARE_EVERY) : RETRY_EVERY;
      const line = unprepared
        ? `${error.message} Nothing is served; trying again every minute.`
        : `The database cannot be ${isOpen(api) ? 'prepared yet' : 'reached'}; trying again every second.`;
      if (line !== logged) api.log.error(describe(error), line);
      logged = line;
    }
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}

const isOpen = ({ connection }: Api) => connection.readyState === mongoose.STATES.connected;

const describe = (error: unknown) => ({
  reason: error instanceof Error ? error.message : String(error),
  ...(error instanceof PreparationError ? { details: error.details, err: error.cause } : {}),
});
