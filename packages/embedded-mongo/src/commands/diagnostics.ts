import { Double, Long } from 'bson';
import type { Doc } from '../bson/document.js';
import { notImplemented, ServerError } from '../bson/errors.js';
import { maxMessageSize } from '../wire/connection.js';
import type { Command } from './context.js';

/** The version that the server reports itself as; MongoDB 8.0 speaks wire version 25. */
export const version = '8.0.0';
const maxWireVersion = 25;

const handshake: Command = {
  fields:
    'helloOk client compression loadBalanced speculativeAuthenticate saslSupportedMechs topologyVersion ' +
    'maxAwaitTimeMS hostInfo backpressure',
  run({ engine, connection, name, body }) {
    const primary: Doc = name === 'hello' ? { isWritablePrimary: true } : { ismaster: true };
    return {
      ...primary,
      ...(body.helloOk === true ? { helloOk: true } : {}),
      maxBsonObjectSize: 16 * 1024 * 1024,
      maxMessageSizeBytes: maxMessageSize,
      maxWriteBatchSize: 100_000,
      localTime: engine.now(),
      logicalSessionTimeoutMinutes: 30,
      connectionId: connection.id,
      minWireVersion: 0,
      maxWireVersion,
      readOnly: false,
    };
  },
};

const nothing: Command = { run: () => ({}) };

/** A command that is always refused. */
const refusing = (error: () => ServerError, more: Partial<Command> = {}): Command => ({
  run() {
    throw error();
  },
  ...more,
});

const noTransactions = refusing(
  () => new ServerError(20, 'Transaction numbers are only allowed on a replica set member or mongos'),
  { fields: 'recoveryToken' },
);

const buildInfo: Command = {
  run: () => ({
    version,
    gitVersion: 'embedded-mongo',
    modules: [],
    allocator: 'system',
    storageEngines: ['lmdb'],
    versionArray: [8, 0, 0, 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16 * 1024 * 1024,
  }),
};

const parameters: Doc = { featureCompatibilityVersion: { version: '8.0' }, authenticationMechanisms: [] };

const getParameter: Command = {
  admin: true,
  fields: '*',
  run({ body }) {
    if (body.getParameter === '*') return parameters;
    const asked = Object.keys(parameters).filter((key) => key in body);
    if (asked.length === 0) throw new ServerError(72, 'no option found to get');
    return Object.fromEntries(asked.map((key) => [key, parameters[key]]));
  },
};

const serverStatus: Command = {
  fields: 'repl metrics locks sharding tcmalloc wiredTiger',
  run({ engine }) {
    const uptime = (engine.now().getTime() - engine.startedAt.getTime()) / 1000;
    const { rss, heapTotal } = process.memoryUsage();
    const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
    return {
      ...{
        host: `127.0.0.1:${engine.port()}`,
        version,
        process: 'embedded-mongo',
        pid: Long.fromNumber(process.pid),
      },
      ...{
        uptime: new Double(uptime),
        localTime: engine.now(),
        storageEngine: { name: 'lmdb', persistent: true },
      },
      mem: { bits: 64, resident: megabytes(rss), virtual: megabytes(heapTotal), supported: true },
    };
  },
};

const connectionStatus: Command = {
  fields: 'showPrivileges',
  run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
};

const shutdown: Command = {
  admin: true,
  fields: 'force timeoutSecs',
  run({ engine }) {
    engine.shutDown();
    return {};
  },
};

export const diagnosticCommands: Record<string, Command> = {
  ...{ hello: handshake, isMaster: handshake, ismaster: handshake },
  ping: nothing,
  ...{ endSessions: nothing, refreshSessions: nothing, killSessions: nothing, killAllSessions: nothing },
  ...{ commitTransaction: noTransactions, abortTransaction: noTransactions },
  ...{ buildInfo, buildinfo: buildInfo, getParameter, serverStatus, connectionStatus, shutdown },
  startSession: refusing(() => notImplemented('startSession')),
};
