import type { Decimal128 } from 'bson';

/** The parts of a decimal: ±coefficient × 10^exponent. */
export interface DecimalParts {
  kind: 'finite' | 'infinity' | 'nan';
  negative: boolean;
  coefficient: bigint;
  exponent: number;
}

const exponentMin = -6176;
const coefficientLimit = 10n ** 34n;

/** NaN or an infinity. */
export const special = (kind: 'infinity' | 'nan', negative = false): DecimalParts => ({
  kind,
  negative,
  coefficient: 0n,
  exponent: 0,
});

/** Decodes the IEEE 754-2008 binary integer encoding. */
export function decimalParts(value: Decimal128): DecimalParts {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = view.getBigUint64(8, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination === 31) return special('nan');
  if (combination === 30) return special('infinity', negative);
  // the second form only encodes coefficients beyond 34 digits, which count as zero
  const second = combination >= 24;
  const coefficient = second ? 0n : ((high & 0x1ffffffffffffn) << 64n) | view.getBigUint64(0, true);
  return {
    kind: 'finite',
    negative,
    coefficient: coefficient < coefficientLimit ? coefficient : 0n,
    exponent: Number((high >> (second ? 47n : 49n)) & 0x3fffn) + exponentMin,
  };
}

const rank = ({ kind, negative }: DecimalParts) =>
  kind === 'nan' ? -2 : kind === 'finite' ? 0 : negative ? -1 : 1;

/** Compares by numeric value; NaN comes first. */
export function compareDecimals(a: DecimalParts, b: DecimalParts): number {
  if (a.kind !== 'finite' || b.kind !== 'finite') return Math.sign(rank(a) - rank(b));
  const least = Math.min(a.exponent, b.exponent);
  const [x, y] = [a, b].map(({ negative, coefficient, exponent }) => {
    const size = coefficient * 10n ** BigInt(exponent - least);
    return negative ? -size : size;
  }) as [bigint, bigint];
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * Rounds a finite number to `places` decimals (negative: tens, hundreds …), half to even. Returns text that
 * `Number` parses exactly, or undefined if the number has no more than `places` decimals.
 */
export function roundDecimal(
  { negative, coefficient, exponent }: DecimalParts,
  places: number,
  way: 'round' | 'trunc',
): string | undefined {
  const drop = -places - exponent;
  if (drop <= 0) return undefined;
  const unit = 10n ** BigInt(drop);
  let quotient = coefficient / unit;
  const twice = (coefficient % unit) * 2n;
  if (way === 'round' && (twice > unit || (twice === unit && quotient % 2n === 1n))) quotient++;
  return `${negative ? '-' : ''}${quotient}e${-places}`;
}
