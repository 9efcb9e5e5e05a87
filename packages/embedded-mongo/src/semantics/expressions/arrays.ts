import { compareValues, valuesEqual } from '../compare.js';
import { isDoc } from '../document.js';
import { describe } from '../../describe.js';
import { failedToParse, ServerError } from '../errors.js';
import { int, isNumber } from '../numbers.js';
import { isNullish, truthy } from '../predicates.js';
import { compileSort } from '../sort.js';
import { typeName } from '../types-of.js';
import type { Doc, StringCompare, Vars } from '../types.js';
import { wholeOf } from './arithmetic.js';
import { define, defineNamed, defineNullable, namedArguments, operators } from './core.js';

function list(value: unknown, code: number, message: (type: string) => string): unknown[] {
  if (!Array.isArray(value)) throw new ServerError(code, message(typeName(value)));
  return value as unknown[];
}

defineNullable('$arrayElemAt', 2, 2, ([value, index]) => {
  const array = list(
    value,
    28689,
    (type) => `$arrayElemAt's first argument must be an array, but is ${type}`,
  );
  if (!isNumber(index))
    throw new ServerError(
      28690,
      `$arrayElemAt's second argument must be a numeric value, but is ${typeName(index)}`,
    );
  const at = wholeOf(index);
  if (at === undefined)
    throw new ServerError(
      28691,
      `$arrayElemAt's second argument must be representable as a 32-bit integer: ${String(index)}`,
    );
  return array.at(at);
});
for (const [name, at] of [
  ['$first', 0],
  ['$last', -1],
] as const)
  defineNullable(name, 1, 1, ([value]) =>
    list(value, 28689, (type) => `${name}'s argument must be an array, but is ${type}`).at(at),
  );

define('$concatArrays', 0, Infinity, (values) => {
  if (values.some(isNullish)) return null;
  return values.flatMap((value) =>
    list(value, 28664, (type) => `$concatArrays only supports arrays, not ${type}`),
  );
});
define('$isArray', 1, 1, ([value]) => Array.isArray(value));
define('$size', 1, 1, ([value]) =>
  int(
    list(value, 17124, (type) => `The argument to $size must be an array, but was of type: ${type}`).length,
  ),
);
define('$in', 2, 2, ([value, among], _name, { collation }) =>
  list(among, 40081, (type) => `$in requires an array as a second argument, found: ${type}`).some((item) =>
    valuesEqual(item, value, collation),
  ),
);
defineNullable('$reverseArray', 1, 1, ([value]) =>
  list(
    value,
    34435,
    (type) => `The argument to $reverseArray must be an array, but was of type: ${type}`,
  ).toReversed(),
);

defineNullable('$slice', 2, 3, ([value, a, b]) => {
  const array = list(
    value,
    28724,
    (type) => `First argument to $slice must be an array, but is of type: ${type}`,
  );
  const whole = (v: unknown, which: string, code: number) => {
    if (!isNumber(v))
      throw new ServerError(
        code,
        `${which} argument to $slice must be a numeric value, but is of type: ${typeName(v)}`,
      );
    const n = wholeOf(v);
    if (n === undefined)
      throw new ServerError(
        code + 1,
        `${which} argument to $slice can't be represented as a 32-bit integer: ${String(v)}`,
      );
    return n;
  };
  const first = whole(a, 'Second', 28725);
  if (b === undefined) return first < 0 ? array.slice(first) : array.slice(0, first);
  const count = whole(b, 'Third', 28727);
  if (count <= 0) throw new ServerError(28729, `Third argument to $slice must be positive: ${count}`);
  const start = first < 0 ? Math.max(0, array.length + first) : first;
  return array.slice(start, start + count);
});

defineNullable('$indexOfArray', 2, 4, ([value, wanted, start, end], _name, { collation }) => {
  const array = list(
    value,
    40090,
    (type) => `$indexOfArray requires an array as a first argument, found: ${type}`,
  );
  const to = Math.min(wholeOf(end) ?? array.length, array.length);
  for (let i = wholeOf(start) ?? 0; i < to; i++) if (valuesEqual(array[i], wanted, collation)) return int(i);
  return int(-1);
});

define('$range', 2, 3, ([from, to, step]) => {
  const whole = (v: unknown, what: string, code: number) => {
    if (!isNumber(v))
      throw new ServerError(
        code,
        `$range requires a numeric ${what} value, found value of type:${typeName(v)}`,
      );
    const n = wholeOf(v);
    if (n === undefined)
      throw new ServerError(
        code + 1,
        `$range requires a ${what} value that can be represented as a 32-bit integer, found value: ${String(v)}`,
      );
    return n;
  };
  const start = whole(from, 'starting', 34443);
  const end = whole(to, 'ending', 34445);
  const by = step === undefined ? 1 : whole(step, 'step', 34447);
  if (by === 0) throw new ServerError(34449, '$range requires a non-zero step value');
  const length = Math.max(0, Math.ceil((end - start) / by));
  if (length > 5_000_000) throw new ServerError(146, '$range would use too much memory');
  return Array.from({ length }, (_, i) => int(start + i * by));
});

/** Defines an operator that evaluates a body per element under its own variables. */
function perElement(
  name: string,
  required: string[],
  optional: string[],
  code: number,
  each: (
    array: unknown[],
    scope: Vars,
    parts: Record<string, (vars: Vars) => unknown>,
    variable: string,
  ) => unknown,
): void {
  operators.set(name, (argument, compiler) => {
    const given = namedArguments(name, argument, required, optional);
    const variable = given['as'] === undefined ? 'this' : given['as'];
    if (typeof variable !== 'string' || !/^[a-z\u0080-\uffff]\w*$/.test(variable))
      throw failedToParse(`'${describe(variable)}' is not a valid variable name`);
    const names = name === '$reduce' ? ['this', 'value'] : [variable];
    const parts: Record<string, (vars: Vars) => unknown> = {};
    for (const [key, part] of Object.entries(given))
      if (key !== 'as')
        parts[key] = (key === 'in' || key === 'cond' ? compiler.with(...names) : compiler).compile(part);
    return (vars) => {
      const input = parts['input']!(vars);
      if (isNullish(input)) return null;
      const array = list(input, code, (type) =>
        name === '$reduce'
          ? `$reduce requires that 'input' be an array, found: ${type}`
          : `input to ${name} must be an array not ${type}`,
      );
      return each(array, { ...vars }, parts, variable);
    };
  });
}

perElement('$map', ['input', 'in'], ['as'], 16883, (array, scope, parts, variable) =>
  array.map((element) => {
    scope[variable] = element;
    return parts['in']!(scope) ?? null;
  }),
);
perElement('$filter', ['input', 'cond'], ['as', 'limit'], 28651, (array, scope, parts, variable) => {
  const limit = parts['limit']?.(scope);
  const most = isNullish(limit) ? Infinity : wholeOf(limit);
  if (most === undefined)
    throw new ServerError(327391, '$filter: limit must be represented as a 32-bit integral value');
  if (most <= 0) throw new ServerError(327392, `$filter: limit must be greater than 0, but was ${most}`);
  const kept: unknown[] = [];
  for (const element of array) {
    scope[variable] = element;
    if (truthy(parts['cond']!(scope)) && kept.push(element) >= most) break;
  }
  return kept;
});
perElement('$reduce', ['input', 'initialValue', 'in'], [], 40080, (array, scope, parts) => {
  let value = parts['initialValue']!(scope);
  for (const element of array) {
    scope['this'] = element;
    scope['value'] = value;
    value = parts['in']!(scope);
  }
  return value;
});

defineNamed(
  '$zip',
  ['inputs'],
  ['useLongestLength', 'defaults'],
  ({ inputs, useLongestLength, defaults }) => {
    const arrays = list(inputs, 34461, (type) => `inputs must be an array of expressions, found ${type}`);
    if (arrays.some(isNullish)) return null;
    const lengths = arrays.map(
      (array) => list(array, 34468, (type) => `$zip found a non-array expression in input: ${type}`).length,
    );
    const longest = useLongestLength === true;
    if (defaults !== undefined && !longest)
      throw new ServerError(34466, 'cannot specify defaults unless useLongestLength is true');
    const length = longest ? Math.max(...lengths) : Math.min(...lengths);
    return Array.from({ length }, (_, i) =>
      (arrays as unknown[][]).map((array, k) =>
        i < array.length ? array[i] : ((defaults as unknown[] | undefined)?.[k] ?? null),
      ),
    );
  },
);

/** Order of array elements by value or, for a document of fields, by those. */
export function elementOrder(
  spec: unknown,
  collation: StringCompare | undefined,
): (a: unknown, b: unknown) => number {
  if (isDoc(spec)) {
    const sort = compileSort(spec, collation);
    const key = (value: unknown) => (isDoc(value) ? sort.key(value) : []);
    return (a, b) => sort.compareKeys(key(a), key(b));
  }
  const direction = wholeOf(spec);
  if (direction !== 1 && direction !== -1)
    throw new ServerError(2942507, '$sortArray sortBy must be 1 or -1 or a document');
  return (a, b) => direction * compareValues(a, b, collation);
}

operators.set('$sortArray', (argument, compiler) => {
  const { input, sortBy } = namedArguments('$sortArray', argument, ['input', 'sortBy']);
  const order = elementOrder(sortBy, compiler.collation);
  const source = compiler.compile(input);
  return (vars) => {
    const value = source(vars);
    if (isNullish(value)) return null;
    return list(
      value,
      2942504,
      (type) => `The input argument to $sortArray must be an array, but was of type: ${type}`,
    ).toSorted(order);
  };
});

const several: Record<
  string,
  (array: unknown[], n: number, collation: StringCompare | undefined) => unknown[]
> = {
  $firstN: (array, n) => array.slice(0, n),
  $lastN: (array, n) => array.slice(-n),
  $minN: (array, n, collation) =>
    array
      .filter((v) => !isNullish(v))
      .sort((a, b) => compareValues(a, b, collation))
      .slice(0, n),
  $maxN: (array, n, collation) =>
    array
      .filter((v) => !isNullish(v))
      .sort((a, b) => compareValues(b, a, collation))
      .slice(0, n),
};
for (const [name, pick] of Object.entries(several))
  defineNamed(name, ['n', 'input'], [], ({ n, input }: Doc, _name, { collation }) => {
    const array = list(input, 5788200, () => 'Input must be an array');
    const count = wholeOf(n);
    if (count === undefined)
      throw new ServerError(5787902, `Value for 'n' must be of integral type, but found ${String(n)}`);
    if (count <= 0) throw new ServerError(5787908, `'n' must be greater than 0, found ${count}`);
    return pick(array, count, collation);
  });
