import type { Decimal128, Double } from 'bson';
import { addDecimals, decimalFromParts, type DecimalParts, divideDecimals } from '../../bson/decimal.js';
import {
  double,
  exactParts,
  fitsLong,
  int,
  intOrLong,
  long,
  numberType,
  partsOf,
  toBig,
  toDouble,
} from '../../bson/numbers.js';

const zero: DecimalParts = { kind: 'finite', negative: false, coefficient: 0n, exponent: 0 };

/** A running sum as MongoDB keeps it: whole numbers exactly, doubles with their rounding errors, decimals apart. */
export class Sum {
  private type: 'int' | 'long' | 'double' | 'decimal' = 'int';
  private whole = 0n;
  /** Integers are gathered here while they are small. */
  private small = 0;
  private high = 0;
  private low = 0;
  private decimals = zero;
  private count = 0;

  /** Adds a number; anything else is left out and gives false. */
  add(value: unknown): boolean {
    const type = numberType(value);
    if (type === undefined) return false;
    this.count++;
    if (type === 'decimal') {
      this.type = 'decimal';
      this.decimals = partsOf(decimalFromParts(addDecimals(this.decimals, partsOf(value))));
    } else if (type === 'double') {
      if (this.type !== 'decimal') this.type = 'double';
      this.addDouble(toDouble(value));
    } else {
      if (type === 'long' && this.type === 'int') this.type = 'long';
      if (type === 'int') this.small += toDouble(value);
      else this.whole += toBig(value);
      if (Math.abs(this.small) > 1e15) this.gather();
    }
    return true;
  }

  private gather(): void {
    this.whole += BigInt(this.small);
    this.small = 0;
  }

  /** Knuth's two-sum: what the rounding lost is kept in `low`. */
  private addDouble(x: number): void {
    const sum = this.high + x;
    const part = sum - this.high;
    const lost = this.high - (sum - part) + (x - part);
    this.high = sum;
    if (Number.isFinite(lost)) this.low += lost;
  }

  private total(): number {
    const copy = Object.assign(new Sum(), this);
    copy.gather();
    copy.addDouble(Number(copy.whole));
    return copy.high + copy.low;
  }

  private decimal(): DecimalParts {
    this.gather();
    const doubles = Number.isFinite(this.high)
      ? addDecimals(exactParts(this.high), exactParts(this.low))
      : partsOf(double(this.high));
    return addDecimals(addDecimals(this.decimals, doubles), partsOf(long(this.whole)));
  }

  result(): unknown {
    if (this.type === 'decimal') return decimalFromParts(this.decimal());
    if (this.type === 'double') return double(this.total());
    this.gather();
    if (!fitsLong(this.whole)) return double(this.total());
    return this.type === 'int' ? intOrLong(Number(this.whole)) : long(this.whole);
  }

  /** Null for no numbers at all. */
  average(): Decimal128 | Double | null {
    if (this.count === 0) return null;
    if (this.type === 'decimal')
      return decimalFromParts(divideDecimals(this.decimal(), partsOf(int(this.count))));
    return double(this.total() / this.count);
  }
}
