import { Decimal128 } from 'bson';

/** A decimal number taken apart: ±coefficient × 10^exponent. */
export interface DecimalParts {
  kind: 'finite' | 'infinity' | 'nan';
  negative: boolean;
  coefficient: bigint;
  exponent: number;
}

const digitsMax = 34;
const exponentMin = -6176;
const exponentMax = 6111;
const coefficientLimit = 10n ** 34n;
const nan: DecimalParts = { kind: 'nan', negative: false, coefficient: 0n, exponent: 0 };

const power = (n: number) => 10n ** BigInt(n);

/** Reads the IEEE 754-2008 binary-integer encoding. */
export function decimalParts(value: Decimal128): DecimalParts {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = view.getBigUint64(8, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination === 31) return nan;
  if (combination === 30) return { kind: 'infinity', negative, coefficient: 0n, exponent: 0 };
  // the second form only encodes coefficients beyond 34 digits, which count as zero
  if (combination >= 24)
    return { kind: 'finite', negative, coefficient: 0n, exponent: Number((high >> 47n) & 0x3fffn) - 6176 };
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | view.getBigUint64(0, true);
  const exponent = Number((high >> 49n) & 0x3fffn) + exponentMin;
  return {
    kind: 'finite',
    negative,
    coefficient: coefficient < coefficientLimit ? coefficient : 0n,
    exponent,
  };
}

/** Drops the last `count` digits, rounding half to even. */
function dropDigits(coefficient: bigint, count: number): bigint {
  if (count <= 0) return coefficient;
  const unit = power(count);
  const quotient = coefficient / unit;
  const twice = (coefficient % unit) * 2n;
  return twice > unit || (twice === unit && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/** Rounds to 34 digits (half to even) and encodes; beyond the range it becomes infinity or zero. */
export function decimalFromParts({ kind, negative, coefficient, exponent }: DecimalParts): Decimal128 {
  const bytes = Buffer.alloc(16);
  const view = new DataView(bytes.buffer);
  const signBit = negative ? 1n << 63n : 0n;
  const special = (high: bigint) => {
    view.setBigUint64(8, high, true);
    return new Decimal128(bytes);
  };
  if (kind === 'nan') return special(31n << 58n);
  const infinity = () => special((30n << 58n) | signBit);
  if (kind === 'infinity') return infinity();
  let digits = coefficient;
  let power10 = exponent;
  const excess = Math.max(digits.toString().length - digitsMax, exponentMin - power10);
  if (excess > 0) {
    digits = excess > 80 ? 0n : dropDigits(digits, excess);
    power10 += excess;
    if (digits === coefficientLimit) {
      digits /= 10n;
      power10++;
    }
  }
  if (digits === 0n) power10 = Math.min(Math.max(power10, exponentMin), exponentMax);
  while (power10 > exponentMax && digits * 10n < coefficientLimit) {
    digits *= 10n;
    power10--;
  }
  if (power10 > exponentMax) return infinity();
  view.setBigUint64(0, digits & 0xffffffffffffffffn, true);
  view.setBigUint64(8, signBit | (BigInt(power10 - exponentMin) << 49n) | (digits >> 64n), true);
  return new Decimal128(bytes);
}

const signed = ({ negative, coefficient }: DecimalParts) => (negative ? -coefficient : coefficient);
const finite = (value: bigint, exponent: number, zeroNegative = false): DecimalParts => ({
  kind: 'finite',
  negative: value === 0n ? zeroNegative : value < 0n,
  coefficient: value < 0n ? -value : value,
  exponent,
});

/** Both as integers of one exponent. */
function align(a: DecimalParts, b: DecimalParts): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [signed(a) * power(a.exponent - exponent), signed(b) * power(b.exponent - exponent), exponent];
}

const rank = ({ kind, negative }: DecimalParts) =>
  kind === 'nan' ? -2 : kind === 'finite' ? 0 : negative ? -1 : 1;

/** Numeric order; NaN first. */
export function compareDecimals(a: DecimalParts, b: DecimalParts): number {
  if (a.kind !== 'finite' || b.kind !== 'finite') return Math.sign(rank(a) - rank(b));
  const [x, y] = align(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function addDecimals(a: DecimalParts, b: DecimalParts): DecimalParts {
  if (a.kind === 'nan' || b.kind === 'nan') return nan;
  if (a.kind === 'infinity') return b.kind === 'infinity' && a.negative !== b.negative ? nan : a;
  if (b.kind === 'infinity') return b;
  const [x, y, exponent] = align(a, b);
  return finite(x + y, exponent, a.negative && b.negative);
}

export function multiplyDecimals(a: DecimalParts, b: DecimalParts): DecimalParts {
  if (a.kind === 'nan' || b.kind === 'nan') return nan;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinity' || b.kind === 'infinity') {
    const zero = [a, b].some((side) => side.kind === 'finite' && side.coefficient === 0n);
    return zero ? nan : { kind: 'infinity', negative, coefficient: 0n, exponent: 0 };
  }
  return finite(signed(a) * signed(b), a.exponent + b.exponent, negative);
}

export function divideDecimals(a: DecimalParts, b: DecimalParts): DecimalParts {
  if (a.kind === 'nan' || b.kind === 'nan') return nan;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinity')
    return b.kind === 'infinity' ? nan : { kind: 'infinity', negative, coefficient: 0n, exponent: 0 };
  if (b.kind === 'infinity') return finite(0n, 0, negative);
  if (b.coefficient === 0n)
    return a.coefficient === 0n ? nan : { kind: 'infinity', negative, coefficient: 0n, exponent: 0 };
  const ideal = a.exponent - b.exponent;
  // two digits more than can be kept, and a last one that only says "and something"
  const shift = Math.max(
    0,
    digitsMax + 2 + b.coefficient.toString().length - a.coefficient.toString().length,
  );
  const scaled = a.coefficient * power(shift);
  let quotient = scaled / b.coefficient;
  let exponent = ideal - shift;
  if (scaled % b.coefficient !== 0n)
    return { kind: 'finite', negative, coefficient: quotient * 10n + 1n, exponent: exponent - 1 };
  while (exponent < ideal && quotient % 10n === 0n) {
    quotient /= 10n;
    exponent++;
  }
  return { kind: 'finite', negative, coefficient: quotient, exponent };
}

/** Remainder with the sign of the dividend. */
export function remainderOfDecimals(a: DecimalParts, b: DecimalParts): DecimalParts {
  if (a.kind !== 'finite' || b.kind === 'nan' || b.coefficient === 0n)
    return b.kind === 'infinity' && a.kind === 'finite' ? a : nan;
  const [x, y, exponent] = align(a, b);
  return finite(x % y, exponent, a.negative);
}

/** Cuts to `places` decimals (negative: tens, hundreds …) in the given way. */
export function roundDecimal(
  value: DecimalParts,
  places: number,
  way: 'round' | 'trunc' | 'floor' | 'ceil',
): DecimalParts {
  if (value.kind !== 'finite') return value;
  const drop = -places - value.exponent;
  if (drop <= 0) return value;
  const unit = power(drop);
  let coefficient = value.coefficient / unit;
  if (way === 'round') coefficient = dropDigits(value.coefficient, drop);
  else if (way !== 'trunc' && value.coefficient % unit !== 0n && (way === 'floor') === value.negative)
    coefficient++;
  return { ...value, coefficient, exponent: -places };
}
