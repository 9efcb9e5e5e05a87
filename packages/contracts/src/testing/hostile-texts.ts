import { runInThisContext } from 'node:vm';
import { expect } from 'vitest';
import { runs } from './runs.js';

/** Length of the texts. */
export const LENGTH = runs(2 ** 17, 2 ** 20);

/** What hostile texts repeat. Marks of one class only: sorting others is native, and callers bound its texts. */
const SHAPES = {
  spaces: ' ',
  letters: 'a',
  marks: '\u0301',
  joiners: 'न्\u200d\u200c',
  signs: '#@',
  labels: 'a.1-',
  quotes: `"'`,
  addresses: 'https://',
  elements: '<meta charset=',
  ideographs: '漢a',
  breaks: '\r',
};

/** Reads a text; beginnings are those after which a shape meets another part of its expressions. */
export type Reader = [read: (text: string) => unknown, ...beginnings: string[]];

/** A reader for texts that it may refuse. */
export const ifValid = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch {
    return undefined;
  }
};

/**
 * A bound of work, as processor time, because the clock also counts what others do on a busy machine. In the long form
 * what takes linear time needs less than a second, what takes quadratic time more than a hundred; in the short form
 * these are an eighth and more than one and a half. The end on the clock only stops it.
 */
const WORK_MAX = { processorSeconds: runs(1.5, 12), stopAfter: 120_000 };

/** Seconds of the processor that a call takes. It fails when it takes hopelessly long. */
async function workOf(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  Object.assign(globalThis, { hostileCall: call });
  try {
    await runInThisContext('hostileCall()', { timeout: WORK_MAX.stopAfter });
  } finally {
    Reflect.deleteProperty(globalThis, 'hostileCall');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Expects that a reader takes linear time for long texts of any shape. */
export async function expectLinear([read, ...beginnings]: Reader, length: number): Promise<void> {
  for (const [shape, unit] of Object.entries(SHAPES)) {
    for (const beginning of beginnings) {
      const text = `${beginning}${unit.repeat(length / unit.length)}!`;
      const work = await workOf(() => read(text));
      expect.soft(work, `${shape} behind “${beginning}”`).toBeLessThan(WORK_MAX.processorSeconds);
    }
  }
}

/** The names in lines of `file: function function`, by reason, as `file.function`. */
export const namesIn = (byReason: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.values(byReason)
    .flat()
    .flatMap((line) => {
      const [file, names = ''] = line.split(': ');
      return names.split(' ').map((name) => `${file}.${name}`);
    });

/** The names of readers, without what differs. */
export const namesOf = (readers: Readonly<Record<string, Reader>>): string[] => [
  ...new Set(Object.keys(readers).map((name) => name.split(',')[0] ?? '')),
];
