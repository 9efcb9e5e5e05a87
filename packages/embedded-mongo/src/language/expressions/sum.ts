import type { Double } from 'bson';
import { notImplemented } from '../../bson/errors.js';
import { double, fitsLong, intOrLong, long, numberType, toBig, toDouble } from '../../bson/numbers.js';

/** A running sum as MongoDB keeps it: whole numbers exactly, doubles with their rounding errors. */
export class Sum {
  private type: 'int' | 'long' | 'double' = 'int';
  private whole = 0n;
  /** Integers are gathered here while they are small. */
  private small = 0;
  private high = 0;
  private low = 0;
  private count = 0;

  /** Adds a number; anything else is left out and gives false. */
  add(value: unknown): boolean {
    const type = numberType(value);
    if (type === undefined) return false;
    this.count++;
    if (type === 'decimal') throw notImplemented('arithmetic on decimals');
    if (type === 'double') {
      this.type = 'double';
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

  result(): unknown {
    if (this.type === 'double') return double(this.total());
    this.gather();
    if (!fitsLong(this.whole)) return double(this.total());
    return this.type === 'int' ? intOrLong(Number(this.whole)) : long(this.whole);
  }

  /** Null for no numbers at all. */
  average(): Double | null {
    return this.count === 0 ? null : double(this.total() / this.count);
  }
}
