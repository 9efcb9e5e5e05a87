import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERROR_STATUS } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { runForRequest } from './request-context.js';
import { timeoutSignal } from './timeout-signal.js';

/** Maximum milliseconds for reading the gauges of one scrape. */
const SCRAPE_WITHIN = 4000;
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMAND_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** A gauge read on each scrape. Labels are names from the code, never client input. */
export interface GaugeSource {
  name: string;
  help: string;
  /** Name of the label; without it `read` returns one value under ''. */
  label?: string;
  read: () => Promise<Record<string, number>>;
}

export type Metrics = ReturnType<typeof createMetrics>;

function watchConnections(
  client: mongo.MongoClient,
  count: (state: string, difference: number) => void,
): void {
  client.on('connectionCreated', () => count('open', 1));
  client.on('connectionClosed', () => count('open', -1));
  client.on('connectionCheckOutStarted', () => count('waiting', 1));
  client.on('connectionCheckOutFailed', () => count('waiting', -1));
  client.on('connectionCheckedOut', () => {
    count('waiting', -1);
    count('in use', 1);
  });
  client.on('connectionCheckedIn', () => count('in use', -1));
}

/** Prometheus metrics of one API: counters count as things happen, gauges are read on each scrape. */
export function createMetrics(log: Pick<Logger, 'warn'>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests that were refused or failed, by error code',
    labelNames: ['reason'],
    registers,
  });
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to hand a mail to the mail server, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const signUps = new Counter({
    name: 'sign_ups_total',
    help: 'Accounts that were created, by form or by a provider',
    registers,
  });
  const commands = new Histogram({
    name: 'database_command_duration_seconds',
    help: 'Time of commands of the database, by name',
    labelNames: ['command', 'outcome'],
    buckets: COMMAND_BUCKETS,
    registers,
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections to the database that are open and in use, and calls that wait for one',
    labelNames: ['state'],
    registers,
  });
  // Alerts compare with the value before, so a count must not begin with its first event.
  for (const reason of [...Object.keys(ERROR_STATUS), 'OVERLOAD', 'CONNECTION']) refusals.inc({ reason }, 0);
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  let watched: mongo.MongoClient | undefined;

  return {
    contentType: registry.contentType,
    /** Counts a finished request. */
    request: (req: Request, res: Response, milliseconds: number): void => {
      const route = (req.route as { path?: unknown } | undefined)?.path;
      const known = typeof route === 'string' ? { method: req.method, route } : { method: '', route: '' };
      requests.observe({ ...known, status: res.statusCode }, milliseconds / 1000);
    },
    /** @param reason a name from the code, such as an error code */
    refused: (reason: string): void => refusals.inc({ reason }),
    mailed: (outcome: 'sent' | 'failed'): void => mails.inc({ outcome }),
    signedUp: (): void => signUps.inc(),
    /**
     * Counts commands and connections of a client that is about to connect; stops counting those of an earlier
     * client.
     */
    watchDatabase: (client: mongo.MongoClient): void => {
      watched = client;
      for (const state of ['open', 'in use', 'waiting']) connections.set({ state }, 0);
      watchConnections(client, (state, difference) => {
        if (watched === client) connections.inc({ state }, difference);
      });
      const observe =
        (outcome: string) =>
        ({ commandName, duration }: { commandName: string; duration: number }) =>
          commands.observe({ command: commandName, outcome }, duration / 1000);
      client.on('commandSucceeded', observe('ok'));
      client.on('commandFailed', observe('failed'));
    },
    addGauge({ name, help, label, read }: GaugeSource): void {
      const collect = async () => {
        try {
          const values = await read();
          gauge.reset();
          for (const [value, count] of Object.entries(values)) {
            gauge.set(label === undefined ? {} : { [label]: value }, count);
          }
        } catch (error) {
          // No value is better than a stale one, and the other metrics matter most during a database outage.
          if (label === undefined) gauge.remove();
          else gauge.reset();
          log.warn({ err: error, gauge: name }, 'a figure could not be read');
        }
      };
      const labelNames = label === undefined ? [] : [label];
      const gauge = new Gauge({ name, help, labelNames, registers, collect });
    },
    /** Returns all metrics in the Prometheus text format. */
    text: () => readWithin(() => registry.metrics()),
  };
}

/** Reads figures within the time of a scrape. */
async function readWithin<T>(read: () => Promise<T>): Promise<T> {
  const timeout = timeoutSignal(SCRAPE_WITHIN);
  const context = {
    signal: timeout.signal,
    deadlineAt: performance.now() + SCRAPE_WITHIN,
    answered: false,
    appendHeader: () => undefined,
  };
  try {
    return await runForRequest(context, read);
  } finally {
    timeout.clear();
  }
}

/** Returns the URL of a port; puts IPv6 addresses in brackets. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

interface Page {
  status: number;
  type: string;
  text: string;
}

/** Concurrent requests share one result, so that frequent ones cost no more. */
function shared(read: () => Promise<Page>): () => Promise<Page> {
  let reading: Promise<Page> | undefined;
  return () => (reading ??= read().finally(() => (reading = undefined)));
}

/**
 * Serves metrics at `/metrics` and the checks of readiness at `/health/ready` on a separate port, which only the
 * monitoring should reach.
 * @returns its address, and a function that closes it
 * @throws the error of `listen`, such as EADDRINUSE
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  readiness: () => Promise<{ status: string }>,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; close: () => Promise<void> }> {
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    '/metrics': shared(async () => ({ status: 200, type: metrics.contentType, text: await metrics.text() })),
    '/health/ready': shared(async () => {
      const found = await readWithin(readiness);
      const status = found.status === 'unavailable' ? 503 : 200;
      return { status, type: 'application/json', text: `${JSON.stringify(found)}\n` };
    }),
  };
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const page = req.method === 'GET' && Object.hasOwn(pages, req.url ?? '') ? pages[req.url!] : undefined;
    if (page === undefined) {
      res.writeHead(404).end();
      return;
    }
    try {
      const { status, type, text } = await page();
      res.writeHead(status, { 'Content-Type': type }).end(text);
    } catch {
      res.writeHead(500).end();
    }
  };
  const server = createServer((req, res) => void answer(req, res));
  server.listen({ host, port });
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: urlOf(host, actual),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
