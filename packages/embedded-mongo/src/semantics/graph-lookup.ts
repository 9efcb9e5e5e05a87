import { encodeValue } from '../keys.js';
import { entries, isDoc } from './document.js';
import { fail, failedToParse } from './errors.js';
import { splitPath } from './expressions/core.js';
import { addField, computeFields, fieldTree } from './field-tree.js';
import { type Flow, flowOf, scopeOf } from './flow.js';
import { asInteger, isNumber, long } from './numbers.js';
import { distinctValues } from './paths.js';
import { flow, memoryFor, type Stage, type StageContext } from './stages.js';
import type { Doc } from './types.js';

const names = ['from', 'as', 'startWith', 'connectFromField', 'connectToField'];
const optional = ['maxDepth', 'depthField', 'restrictSearchWithMatch'];

function depthLimit(value: unknown): number {
  if (value === undefined) return Infinity;
  if (!isNumber(value)) fail(40100, 'maxDepth requires numeric argument');
  const depth = asInteger(value);
  if (depth === undefined) fail(40102, 'maxDepth could not be represented as a long long');
  if (depth < 0) fail(40101, 'maxDepth requires a nonnegative argument');
  return depth;
}

/** `$graphLookup`: what can be reached in a collection by going from field to field, each document once. */
export function graphLookupStage(spec: unknown, { env, vars, compiler }: StageContext): Stage {
  if (!isDoc(spec)) throw failedToParse('the $graphLookup stage specification must be an object');
  for (const [name] of entries(spec))
    if (![...names, ...optional].includes(name)) fail(40104, `Unknown argument to $graphLookup: ${name}`);
  for (const name of names)
    if (spec[name] === undefined)
      fail(
        40105,
        "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
      );
  for (const name of [...names.filter((one) => one !== 'startWith'), 'depthField'])
    if (spec[name] !== undefined && typeof spec[name] !== 'string')
      fail(40103, `expected string as argument for ${name}`);
  const { from, as, connectFromField, connectToField, depthField } = spec as Record<string, string>;
  for (const path of [connectFromField!, connectToField!]) splitPath(path);
  const restriction = spec.restrictSearchWithMatch ?? {};
  if (!isDoc(restriction)) fail(40185, 'restrictSearchWithMatch must be an object');
  const deepest = depthLimit(spec.maxDepth);
  const startWith = compiler.compile(spec.startWith);
  const target = fieldTree();
  addField(target, as!, ({ found }) => found);
  const marked = fieldTree();
  if (depthField !== undefined) addField(marked, depthField, ({ depth }) => depth);

  const reach = async (doc: Doc): Promise<Doc[]> => {
    const memory = memoryFor(env, '');
    const found = new Map<string, Doc>();
    const asked = new Set<string>();
    const fresh = (values: unknown[]) =>
      values.filter((value) => {
        const key = encodeValue(value).toString('latin1');
        return value !== undefined && !asked.has(key) && asked.add(key);
      });
    const start = startWith(scopeOf(doc, vars));
    let frontier = fresh(Array.isArray(start) ? (start as unknown[]) : [start]);
    for (let depth = 0; frontier.length > 0 && depth <= deepest; depth++) {
      const next: unknown[] = [];
      const filter = { $and: [restriction, { [connectToField!]: { $in: frontier } }] };
      for await (const reached of flowOf(env.find(from!, filter))) {
        const id = encodeValue(reached._id).toString('latin1');
        if (found.has(id)) continue;
        if (!memory.holds(reached)) fail(40099, '$graphLookup reached maximum memory consumption');
        found.set(id, computeFields(marked, reached, { depth: long(depth) }) as Doc);
        next.push(...distinctValues(reached, connectFromField!));
      }
      frontier = fresh(next);
    }
    return [...found.values()];
  };
  return flow(async function* (source: Flow) {
    for await (const doc of source) yield computeFields(target, doc, { found: await reach(doc) }) as Doc;
  });
}
