import type { Doc } from '../bson/document.js';
import { ServerError } from '../bson/errors.js';
import { maxMessageSize } from '../wire/connection.js';
import type { Command } from './context.js';

/** The reported server version; MongoDB 8.0 uses wire version 25. */
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
    };
  },
};

const nothing: Command = { run: () => ({}) };

const noTransactions: Command = {
  fields: 'recoveryToken',
  run() {
    throw new ServerError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  },
};

const buildInfo: Command = {
  run: () => ({
    version,
    gitVersion: 'embedded-mongo',
    versionArray: [8, 0, 0, 0],
    maxBsonObjectSize: 16 * 1024 * 1024,
  }),
};

export const diagnosticCommands: Record<string, Command> = {
  ...{ hello: handshake, ismaster: handshake, buildInfo },
  ...{ ping: nothing, endSessions: nothing },
  ...{ commitTransaction: noTransactions, abortTransaction: noTransactions },
};
