import { Long } from 'bson';
import { asBoolean, asNumber, describe } from '../describe.js';
import { storedCollation } from '../semantics/collation.js';
import { isDoc } from '../semantics/document.js';
import { badValue, failedToParse, notImplemented, ServerError } from '../semantics/errors.js';
import { compileFilter } from '../semantics/matcher.js';
import type { Doc } from '../semantics/types.js';
import { checkFields, type Context, docField, listField, numberField } from './context.js';

const invalid = (message: string) => new ServerError(72, message);

/** Options of create that this server has not; those below and the field `create` itself are all it knows. */
const refused = ['changeStreamPreAndPostImages', 'encryptedFields'];
export const createFields =
  'autoIndexId idIndex storageEngine indexOptionDefaults collation validator validationLevel validationAction ' +
  'capped size max viewOn pipeline clusteredIndex timeseries expireAfterSeconds ' +
  refused.join(' ');

const given = (value: unknown) => value !== undefined && value !== null && value !== false;

const shown = (value: unknown) => (typeof value === 'string' ? value : describe(value));

const levels = { validationLevel: ['off', 'strict', 'moderate'], validationAction: ['error', 'warn'] };

/** The options of create and collMod that say which documents are valid. */
export function validation(context: Context): Doc {
  const options: Doc = {};
  const validator = docField(context, 'validator');
  if (validator) {
    if (['admin', 'local', 'config'].includes(context.db))
      throw invalid(`Document validators are not allowed on collections in the ${context.db} database`);
    compileFilter(validator, { now: context.engine.now() });
    if (describe(validator).includes('$$NOW')) throw notImplemented('$$NOW in a validator');
    options.validator = validator;
  }
  for (const [name, values] of Object.entries(levels)) {
    const value = context.body[name];
    if (value === undefined) continue;
    if (!values.includes(value as string))
      throw badValue(
        `Enumeration value '${shown(value)}' for field '${context.name}.${name}' is not a valid value.`,
      );
    options[name] = value;
  }
  return options;
}

function capped(context: Context): Doc {
  const size = numberField(context, 'size');
  const max = numberField(context, 'max');
  if (!asBoolean(context.body.capped ?? false)) {
    if (size !== undefined || max !== undefined)
      throw invalid("the 'capped' field needs to be true when either the 'size' or 'max' fields are present");
    return {};
  }
  if (!size) throw invalid("the 'size' field is required when 'capped' is true");
  return { capped: true, size: Math.ceil(size / 256) * 256, ...(max ? { max } : {}) };
}

/** `{viewOn, pipeline}` of create and collMod. */
export function view(context: Context): Doc {
  const { viewOn, pipeline } = context.body;
  if (viewOn === undefined) {
    if (pipeline !== undefined) throw invalid("'pipeline' requires 'viewOn' to also be specified");
    return {};
  }
  if (typeof viewOn !== 'string' || viewOn === '') throw badValue("'viewOn' cannot be empty");
  if (docField(context, 'collation')) throw notImplemented('A view with a collation');
  for (const option of ['capped', 'validator', 'clusteredIndex', 'timeseries'])
    if (given(context.body[option])) throw invalid(`Cannot create a view with option ${option}`);
  return { viewOn, pipeline: listField(pipeline ?? [], `${context.name}.pipeline`) };
}

function clustered(context: Context): Doc {
  const index = context.body.clusteredIndex;
  if (!given(index)) return {};
  if (!isDoc(index) || !isDoc(index.key)) throw failedToParse('clusteredIndex must be an object with a key');
  if (Object.keys(index.key).join() !== '_id' || asNumber(index.key._id) !== 1)
    throw new ServerError(197, 'The clusteredIndex option is only supported for key: {_id: 1}');
  if (index.unique !== true)
    throw new ServerError(5979700, 'The clusteredIndex option requires unique: true to be specified');
  if (docField(context, 'collation')) throw notImplemented('A clustered collection with a collation');
  if (context.body.capped) throw notImplemented('A clustered capped collection');
  return { clusteredIndex: { v: 2, key: index.key, name: index.name ?? '_id_', unique: true } };
}

/** Seconds that a bucket of a time series spans at most, by its granularity. */
const spans: Record<string, number> = { seconds: 3600, minutes: 86_400, hours: 2_592_000 };

function timeSeries(context: Context): Doc {
  const series = docField(context, 'timeseries');
  if (!series) return {};
  const { timeField, metaField, granularity, bucketMaxSpanSeconds, bucketRoundingSeconds, ...others } =
    series;
  checkFields(others, 'create.timeseries', new Set());
  if (typeof timeField !== 'string' || timeField === '')
    throw new ServerError(40414, "BSON field 'create.timeseries.timeField' is missing but a required field");
  if (timeField.includes('.'))
    throw invalid('Cannot create a time-series collection with a dotted timeField');
  if (
    metaField !== undefined &&
    (typeof metaField !== 'string' || metaField === timeField || metaField === '_id')
  )
    throw invalid('metaField cannot be "_id" or the same as timeField');
  for (const option of ['collation', 'validator', 'capped'])
    if (given(context.body[option])) throw notImplemented(`A time series with ${option}`);
  const own = bucketMaxSpanSeconds ?? bucketRoundingSeconds;
  const grain = granularity ?? 'seconds';
  if (typeof grain !== 'string' || !(grain in spans))
    throw badValue(
      `Enumeration value '${shown(grain)}' for field 'create.timeseries.granularity' is not a valid value.`,
    );
  if (own !== undefined && asNumber(bucketMaxSpanSeconds) !== asNumber(bucketRoundingSeconds))
    throw invalid('bucketMaxSpanSeconds and bucketRoundingSeconds must both be set, to the same value');
  const meta = metaField === undefined ? {} : { metaField };
  const buckets =
    own === undefined
      ? { granularity: grain, bucketMaxSpanSeconds: spans[grain] }
      : { bucketRoundingSeconds, bucketMaxSpanSeconds };
  return { timeseries: { timeField, ...meta, ...buckets } };
}

/** The options of create as the collection keeps and lists them. Throws for what MongoDB or this server refuses. */
export function collectionOptions(context: Context): Doc {
  const { body } = context;
  for (const option of refused) if (given(body[option])) throw notImplemented(`create with ${option}`);
  const collation = docField(context, 'collation');
  const stored = collation && storedCollation(collation);
  const seconds = numberField(context, 'expireAfterSeconds');
  if (seconds !== undefined && !given(body.timeseries) && !given(body.clusteredIndex))
    throw invalid(
      "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option is specified",
    );
  return {
    ...capped(context),
    ...validation(context),
    ...view(context),
    ...(stored ? { collation: stored } : {}),
    ...clustered(context),
    ...timeSeries(context),
    ...(seconds === undefined ? {} : { expireAfterSeconds: Long.fromNumber(seconds) }),
  };
}
