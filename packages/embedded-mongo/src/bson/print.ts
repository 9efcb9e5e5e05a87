import type { Binary, ObjectId } from 'bson';
import { type Doc, fieldName, isDoc } from './document.js';
import { asNumber } from './numbers.js';

/** Formats a value as MongoDB prints it in messages. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length ? `[ ${value.map(describe).join(', ')} ]` : '[]';
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (isDoc(value)) return describeDoc(value);
  switch ((value as { _bsontype?: string })._bsontype) {
    case 'ObjectId':
      return `ObjectId('${(value as ObjectId).toHexString()}')`;
    case 'Double': {
      const text = String(asNumber(value));
      return /^-?\d+$/.test(text) ? `${text}.0` : text;
    }
    case 'Binary':
      return `BinData(${(value as Binary).sub_type}, ${(value as Binary).toString('hex').toUpperCase()})`;
    default:
      return String(asNumber(value) ?? (value as { toString(): string }).toString());
  }
}

export function describeDoc(doc: Doc): string {
  const fields = Object.keys(doc).map((key) => `${fieldName(key)}: ${describe(doc[key])}`);
  return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}
