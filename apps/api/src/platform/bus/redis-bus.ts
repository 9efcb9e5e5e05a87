import type { Logger } from 'pino';
import { SECOND } from '../time.js';
import type { Bus } from './bus.js';

/** Milliseconds until a server that does not answer counts as lost. */
const ANSWERS_WITHIN = 5 * SECOND;
const PING_EVERY = 2 * SECOND;
/** Milliseconds until the first attempt to connect again, and between two at most. */
const RETRY_AFTER = SECOND / 8;
const RETRY_AT_MOST = 2 * SECOND;
/** Messages that wait for the server; further ones are dropped. */
const WAITING_MAX = 10_000;

/**
 * Creates a client that sends and one that receives, so that a queue of messages delays no subscription. The package is
 * loaded only here.
 */
async function createClients(url: string) {
  const { createClient } = await import('@redis/client');
  const options = {
    url,
    // with version 2 the client loses subscriptions that were made before it connected
    RESP: 3,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    pingInterval: PING_EVERY,
    socket: {
      connectTimeout: ANSWERS_WITHIN,
      socketTimeout: ANSWERS_WITHIN,
      reconnectStrategy: (retries: number) => Math.min(RETRY_AFTER * 2 ** retries, RETRY_AT_MOST),
    },
  } as const;
  return {
    sender: createClient({ ...options, disableOfflineQueue: true, commandsQueueMaxLength: WAITING_MAX }),
    receiver: createClient(options),
  };
}
type Clients = Awaited<ReturnType<typeof createClients>>;

interface Messages {
  log: Logger;
  clients?: Clients;
  hearers: Map<string, Set<() => void>>;
  /** Whether the log says that the server is away. */
  isAway: boolean;
  isStarted: boolean;
  isClosed: boolean;
}

async function connect(messages: Messages, url: string): Promise<void> {
  const clients = await createClients(url);
  if (messages.isClosed) return;
  messages.clients = clients;
  const { log } = messages;
  for (const client of Object.values(clients)) {
    client.on('error', (error: unknown) => {
      if (messages.isAway || messages.isClosed) return;
      messages.isAway = true;
      log.warn(
        { err: error },
        'Redis is away; event streams poll the database every second until it is back',
      );
    });
    client.on('ready', () => {
      if (!messages.isAway || !Object.values(clients).every(({ isReady }) => isReady)) return;
      messages.isAway = false;
      log.info('Redis is back');
    });
    // fails only if it is closed before
    void client.connect().catch(() => undefined);
  }
  for (const topic of messages.hearers.keys()) listen(messages, topic);
}

/** Subscribes now or once connected, and again after each outage. */
function listen({ clients, hearers }: Messages, topic: string): void {
  const hear = (_text: string, channel: string) => hearers.get(channel)?.forEach((each) => each());
  void clients?.receiver.subscribe(topic, hear).catch(() => undefined);
}

function subscribe(messages: Messages, topic: string, hear: () => void): () => void {
  const { hearers } = messages;
  const own = hearers.get(topic) ?? new Set();
  if (own.size === 0) {
    hearers.set(topic, own);
    listen(messages, topic);
  }
  own.add(hear);
  return () => {
    if (!own.delete(hear) || own.size > 0) return;
    hearers.delete(topic);
    void messages.clients?.receiver.unsubscribe(topic).catch(() => undefined);
  };
}

/** Publishes over Redis, or a server that speaks like it, and connects again for as long as it takes. */
export function createRedisBus(url: string, log: Logger): Bus {
  const messages: Messages = { log, hearers: new Map(), isAway: false, isStarted: false, isClosed: false };
  return {
    start: () => {
      if (messages.isStarted) return;
      messages.isStarted = true;
      void connect(messages, url);
    },
    isUp: () => messages.clients?.receiver.isReady ?? false,
    publish: (topics) => {
      const { sender } = messages.clients ?? {};
      if (sender?.isReady) for (const topic of topics) void sender.publish(topic, '').catch(() => undefined);
    },
    subscribe: (topic, hear) => subscribe(messages, topic, hear),
    close: () => {
      messages.isClosed = true;
      for (const client of Object.values(messages.clients ?? {})) if (client.isOpen) client.destroy();
    },
  };
}
