import { Binary, BSONRegExp, Double, Int32, Long, ObjectId } from 'bson';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decode } from '../../bson/decode.js';
import type { Doc } from '../../bson/document.js';
import { encode } from '../../bson/encode.js';
import { commandFields } from '../../commands/dispatch.js';
import { operators } from '../../language/expressions/core.js';
import { conditions } from '../../language/filter/conditions.js';
import { topLevel } from '../../language/filter/parse.js';
import { accumulators } from '../../language/pipeline/accumulators.js';
import { stageBuilders } from '../../language/pipeline/stages.js';
import { creating, others } from '../../language/update/operators.js';
import { compileUpdate } from '../../language/update/update.js';
import { indexOptions } from '../../store/index-spec.js';
import '../../language/expressions/index.js';

/** Path of a file of this package, or of one that is installed. */
const pathOf = (file: string): string =>
  file.startsWith('node_modules/')
    ? createRequire(import.meta.url).resolve(file.replace('node_modules/', ''))
    : fileURLToPath(new URL(`../../../${file}`, import.meta.url));
const lines = readFileSync(new URL('sent.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
/** `kind name`, or `kind name file` if the file sends it and the recorded run did not. */
const sent = lines.map((line) => line.split(' ') as [kind: string, name: string, file?: string]);

/** All that the server has, by the kinds of the list. */
const implemented: Record<string, string[]> = {
  accumulator: [...accumulators.keys()],
  command: [...commandFields.keys()],
  expression: [...operators.keys()],
  filter: [...topLevel.keys(), ...conditions.keys()],
  index: indexOptions,
  stage: [...stageBuilders.keys()],
  update: [...creating.keys(), ...others.keys()],
};

/** The forms of updates, with an example of each. */
const forms: Record<string, Doc | Doc[]> = {
  $: { $set: { 'a.$': 1 } },
  '$[]': { $set: { 'a.$[]': 1 } },
  '$addToSet.$each': { $addToSet: { a: { $each: [1] } } },
  '$push.$each': { $push: { a: { $each: [1] } } },
  '$push.$position': { $push: { a: { $each: [1], $position: new Int32(0) } } },
  pipeline: [{ $set: { a: 1 } }],
  replacement: { a: 1 },
};

/** The types of values, with an example of each. */
const types: Record<string, unknown> = {
  ...{ BSONRegExp: new BSONRegExp('^a'), Binary: new Binary(), Date: new Date(0), Double: new Double(1) },
  ...{ Int32: new Int32(1), Long: Long.fromNumber(1), ObjectId: new ObjectId() },
  ...{ boolean: true, null: null, string: 'a' },
};

describe('the list of what clients send', () => {
  it('is sorted, without repeats', () => {
    expect(lines).toEqual([...new Set(lines)].sort());
  });

  it.each(Object.entries(implemented))('lists exactly the %s names of the server', (kind, names) => {
    const listed = sent.filter(([of]) => of === kind).map(([, name]) => name);
    expect(listed.sort()).toEqual([...names].sort());
  });

  it('has only options that their commands accept', () => {
    const options = sent.filter(([kind]) => kind === 'option').map(([, name]) => name.split('.'));
    expect(options.length).toBeGreaterThan(50);
    for (const [command, option] of options as [string, string][])
      expect([...commandFields.get(command)!], command).toContain(option);
  });

  it('has only forms of updates and types of values that the server accepts', () => {
    const named = (of: string) => sent.filter(([kind]) => kind === of).map(([, name]) => name);
    expect(named('form').sort()).toEqual(Object.keys(forms).sort());
    for (const form of Object.values(forms)) compileUpdate(form);
    expect(named('type').sort()).toEqual(Object.keys(types).sort());
    expect(encode(decode(encode(types))).equals(encode(types))).toBe(true);
  });

  it('names, for each entry that was not recorded, a file that contains it', () => {
    for (const [, name, file] of sent) {
      if (file === undefined) continue;
      const path = pathOf(file);
      expect(existsSync(path), file).toBe(true);
      const text = readFileSync(path, 'utf8');
      for (const part of name.split('.')) expect(text, file).toContain(part);
    }
  });
});
