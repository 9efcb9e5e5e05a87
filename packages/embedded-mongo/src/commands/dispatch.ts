import { Double } from 'bson';
import { decode } from '../bson/decode.js';
import { type Doc, fieldName, isDoc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { badValue, failedToParse, ServerError } from '../bson/errors.js';
import { asBoolean, asNumber } from '../bson/numbers.js';
import type { Engine } from '../run/engine.js';
import { failure } from '../run/log.js';
import { nextTurn } from '../values/pace.js';
import type { Reply, Request } from '../wire/connection.js';
import { bulkWrite } from './bulk.js';
import { collectionCommands } from './collections.js';
import { checkFields, type Command, type Context, flag, type Result, words } from './context.js';
import { diagnosticCommands } from './diagnostics.js';
import { explain } from './explain.js';
import { indexCommands } from './indexes.js';
import { readCommands } from './read.js';
import { writeCommands } from './write.js';

const plainAggregate = readCommands.aggregate!;
/** Runs an aggregate with `explain: true` as an explain. */
const aggregate: Command = {
  ...plainAggregate,
  run(context) {
    if (!flag(context, 'explain')) return plainAggregate.run(context);
    const { explain: _asked, ...body } = context.body;
    return explain.run({ ...context, name: 'explain', body: { explain: body, verbosity: 'queryPlanner' } });
  },
};

const commands = new Map<string, Command>(
  Object.entries({
    ...readCommands,
    ...writeCommands,
    ...collectionCommands,
    ...indexCommands,
    ...diagnosticCommands,
    explain,
    aggregate,
    bulkWrite,
  }),
);

/** Fields that any command accepts. */
const common =
  '$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS apiVersion apiStrict ' +
  'apiDeprecationErrors txnNumber autocommit startTransaction $query rawData maxTimeMSOpOnly stmtId stmtIds serialization';

/** The fields of each command. */
export const commandFields = new Map(
  [...commands].map(([name, command]) => [name, words(`${name} ${common} ${command.fields ?? ''}`)]),
);

/** The implemented part of Stable API version 1, and the stages outside of it. */
const stable = words(
  'aggregate bulkWrite count create createIndexes delete drop dropDatabase dropIndexes endSessions explain find ' +
    'findAndModify getMore hello insert killCursors listCollections listIndexes ping update',
);
const unstable = words('$collStats $currentOp $indexStats $listLocalSessions $listSessions $planCacheStats');

function checkApi(name: string, { apiVersion, apiStrict, apiDeprecationErrors, pipeline }: Doc): void {
  if (apiVersion === undefined && (apiStrict !== undefined || apiDeprecationErrors !== undefined))
    throw new ServerError(322, 'Provided apiStrict and/or apiDeprecationErrors without passing apiVersion');
  if (apiVersion !== undefined && apiVersion !== '1') throw new ServerError(322, 'API version must be "1"');
  if (!asBoolean(apiStrict ?? false)) return;
  const stages = Array.isArray(pipeline) ? (pipeline as Doc[]).filter(isDoc).flatMap(Object.keys) : [];
  const stage = stages.find((key) => unstable.has(key));
  const beside = stable.has(name) ? stage && `stage ${stage}` : `command ${name}`;
  if (beside)
    throw new ServerError(323, `Provided apiStrict:true, but the ${beside} is not in API Version 1`);
}

function checkConcerns(body: Doc): void {
  const level = (body.readConcern as Doc | undefined)?.level;
  if (level === 'linearizable' || level === 'snapshot')
    throw new ServerError(123, `node needs to be a replica set member to use read concern ${level}`);
  if (typeof level === 'string' && !['local', 'available', 'majority'].includes(level))
    throw failedToParse(`Enumeration value '${level}' for field 'readConcern.level' is not a valid value.`);
  const w = (body.writeConcern as Doc | undefined)?.w;
  if ((asNumber(w) ?? 0) > 1) throw badValue("cannot use 'w' > 1 when a host is not replicated");
  if (typeof w === 'string' && w !== 'majority')
    throw badValue(`cannot use non-majority 'w' mode ${w} when a host is not a member of a replica set`);
}

function contextOf(engine: Engine, request: Request, connection: Context['connection']): [Context, Command] {
  const body = decode(request.body);
  const name = fieldName(Object.keys(body)[0] ?? '');
  const command = commands.get(name);
  if (!command)
    throw new ServerError(
      59,
      `no such command: '${name}' (not supported by the embedded database; use MongoDB)`,
    );
  const db = request.legacyDb ?? body.$db;
  if (typeof db !== 'string' || db === '')
    throw new ServerError(40571, 'OP_MSG requests require a $db argument');
  if (command.admin && db !== 'admin')
    throw new ServerError(13, `${name} may only be run against the admin database.`);
  checkFields(body, name, commandFields.get(name)!);
  if (body.txnNumber !== undefined)
    throw new ServerError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  checkApi(name, body);
  checkConcerns(body);
  return [{ engine, name, db, body, sequences: request.sequences, connection }, command];
}

/** Whether a command's reply must wait until its writes are on disk. */
const waitsForDisk = ({ writeConcern: concern }: Doc): boolean =>
  isDoc(concern) && (concern.w === 'majority' || asBoolean(concern.j ?? false));

const ok = new Double(1);
const longBody = 1 << 16;

function errorReply(engine: Engine, error: unknown): Buffer {
  if (!(error instanceof ServerError)) failure(engine.log, 'A command failed')(error);
  const reason = error instanceof Error ? error.message : String(error);
  const known =
    error instanceof ServerError ? error : new ServerError(1, `The embedded server failed: ${reason}`);
  return encode({
    ok: new Double(0),
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
    ...known.extra,
  });
}

/** Commands that take at least this many milliseconds are logged, as in mongod. */
const slow = 100;

/** Executes one request and converts errors to MongoDB's error documents. Synchronous if the command is. */
export function answer(
  engine: Engine,
  request: Request,
  connection: Context['connection'],
): Reply | Promise<Reply> {
  const since = engine.now().getTime();
  let context: Context | undefined;
  const finish = (result: Result): Reply => {
    const durationMillis = engine.now().getTime() - since;
    if (durationMillis >= slow && context) {
      const { name, db, body } = context;
      const ns = `${db}.${String(name === 'getMore' ? body.collection : body[name])}`;
      engine.log('W', 'Slow query', { command: name, ns, durationMillis, connectionId: connection.id });
    }
    return Buffer.isBuffer(result) || Array.isArray(result) ? result : encode({ ...result, ok });
  };
  const failed = (error: unknown) => finish(errorReply(engine, error));
  try {
    const [given, command] = contextOf(engine, request, connection);
    context = given;
    // decoding and planning a long command is slow, so yield to others in between
    const result =
      request.body.length < longBody ? command.run(given) : nextTurn().then(() => command.run(given));
    const settled = waitsForDisk(given.body)
      ? Promise.resolve(result).then((done) => engine.storage.flush().then(() => done))
      : result;
    return settled instanceof Promise ? settled.then(finish).catch(failed) : finish(settled);
  } catch (error) {
    return failed(error);
  }
}
