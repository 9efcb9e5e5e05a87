import { double, fitsLong, intOrLong, long, numberType, toBig, toDouble } from '../../bson/numbers.js';

/** A running sum with MongoDB's precision: integers are exact, doubles carry their rounding errors. */
export class Sum {
  private type: 'int' | 'long' | 'double' = 'int';
  private whole = 0n;
  /** The sum of integers while it is small. */
  private small = 0;
  private high = 0;
  private low = 0;

  /** Adds a number; returns false and ignores any other value. */
  add(value: unknown): boolean {
    const type = numberType(value);
    if (type === undefined) return false;
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

  /** Knuth's two-sum: `low` accumulates the rounding error. */
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
}
