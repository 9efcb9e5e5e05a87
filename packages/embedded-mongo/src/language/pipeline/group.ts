import { type Doc, entries, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { keyText } from '../../values/keys.js';
import { Pace } from '../../values/pace.js';
import { memoryLimit } from '../../values/sorter.js';
import { type Accumulator, compileAccumulators } from './accumulators.js';
import { flow, scopeOf, sizeOf, type Stage, type StageContext } from './flow.js';

interface Group {
  id: unknown;
  states: Accumulator[];
}

/** `$group`: one document per group, in order of the groups' first documents. */
export function groupStage(spec: unknown, { compiler, env, vars }: StageContext): Stage {
  if (!isDoc(spec)) fail(15947, "a group's fields must be specified in an object");
  if (spec['_id'] === undefined) fail(15955, 'a group specification must include an _id');
  const idOf = compiler.compile(spec['_id']);
  const fields = compileAccumulators(
    entries(spec).filter(([name]) => name !== '_id'),
    compiler,
  );
  return flow(async function* (source) {
    let bytes = 0;
    const hold = (value: unknown) => {
      bytes += sizeOf(value);
      if (bytes > (env.memoryLimit ?? memoryLimit))
        fail(292, 'Exceeded memory limit for $group, and the embedded server does not use the disk.');
    };
    const groups = new Map<string, Group>();
    const pace = new Pace();
    for await (const doc of source) {
      if (pace.due()) await pace.rest(env.check);
      const scope = scopeOf(doc, vars);
      const id = idOf(scope) ?? null;
      const key = keyText(id);
      let group = groups.get(key);
      if (!group) {
        hold(id);
        group = { id, states: fields.map(({ start }) => start()) };
        groups.set(key, group);
      }
      for (const [i, field] of fields.entries()) {
        const value = field.input(scope);
        if (field.keeps) hold(value);
        group.states[i]!.add(value);
      }
    }
    for (const { id, states } of groups.values()) {
      const result: Doc = { _id: id };
      for (const [i, { key }] of fields.entries()) result[key] = states[i]!.result() ?? null;
      yield result;
    }
  });
}
