import { Double, Long } from 'bson';
import { asNumber } from '../describe.js';
import { badValue, notImplemented, searchNotEnabled, ServerError } from '../semantics/errors.js';
import type { Doc } from '../semantics/types.js';
import { maxMessageSize } from '../wire.js';
import type { Command, Engine } from './context.js';

/** The version that the server reports itself as; MongoDB 8.0 speaks wire version 25. */
export const version = '8.0.0';
const maxWireVersion = 25;

const handshake: Command = {
  stable: true,
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

const nothing: Command = { stable: true, run: () => ({}) };

/** A command that is always refused. */
const refusing = (error: () => ServerError, more: Partial<Command> = {}): Command => ({
  run() {
    throw error();
  },
  ...more,
});

const noTransactions = refusing(
  () => new ServerError(20, 'Transaction numbers are only allowed on a replica set member or mongos'),
  { stable: true, fields: 'recoveryToken' },
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

const parametersOf = (engine: Engine): Doc => ({
  featureCompatibilityVersion: { version: '8.0' },
  authenticationMechanisms: [],
  ttlMonitorSleepSecs: Math.ceil(engine.ttl().interval / 1000),
});

const getParameter: Command = {
  admin: true,
  fields: '*',
  run({ body, engine }) {
    const parameters = parametersOf(engine);
    if (body.getParameter === '*') return parameters;
    const asked = Object.keys(parameters).filter((key) => key in body);
    if (asked.length === 0) throw new ServerError(72, 'no option found to get');
    return Object.fromEntries(asked.map((key) => [key, parameters[key]]));
  },
};

const setParameter: Command = {
  admin: true,
  fields: 'ttlMonitorSleepSecs',
  run({ body, engine }) {
    const seconds = asNumber(body.ttlMonitorSleepSecs);
    if (seconds === undefined)
      throw new ServerError(72, 'no option found to set, use help:true to see options ');
    if (!(seconds > 0))
      throw badValue(`Invalid value for parameter ttlMonitorSleepSecs: ${seconds} is not greater than 0`);
    const was = parametersOf(engine).ttlMonitorSleepSecs;
    engine.ttl().every(Math.trunc(seconds) * 1000);
    return { was };
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

const hostInfo: Command = {
  run: ({ engine }) => ({
    system: { currentTime: engine.now(), hostname: 'localhost' },
    os: { type: process.platform },
    extra: {},
  }),
};

const connectionStatus: Command = {
  fields: 'showPrivileges',
  run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
};

const whatsmyuri: Command = { run: ({ connection }) => ({ you: connection.address }) };

const getLog: Command = {
  admin: true,
  run: ({ body }) => (body.getLog === '*' ? { names: ['global'] } : { totalLinesWritten: 0, log: [] }),
};

const getCmdLineOpts: Command = { admin: true, run: () => ({ argv: [], parsed: {} }) };

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
  ...{
    buildInfo,
    buildinfo: buildInfo,
    getParameter,
    setParameter,
    serverStatus,
    hostInfo,
    connectionStatus,
    whatsmyuri,
  },
  createSearchIndexes: refusing(searchNotEnabled, { fields: 'indexes' }),
  updateSearchIndex: refusing(searchNotEnabled, { fields: 'name id definition' }),
  dropSearchIndex: refusing(searchNotEnabled, { fields: 'name id' }),
  ...{ getLog, getCmdLineOpts, shutdown, startSession: refusing(() => notImplemented('startSession')) },
};
