import { createHash } from 'node:crypto';
import { mongo } from 'mongoose';

const { ObjectId } = mongo;
type Id = InstanceType<typeof ObjectId>;

const HASH_BYTES = 8;

/**
 * Returns the same id for the same item on every machine, so that an interrupted batch can be removed and
 * rewritten.
 * @param kind the collection
 * @param numbers identify the item within the collection
 * @param createdAt time part of the id, so that generated items sort with others by date
 */
export function demoId(kind: string, numbers: readonly number[], createdAt: Date): Id {
  const bytes = Buffer.alloc(4 + HASH_BYTES);
  bytes.writeUInt32BE(Math.floor(createdAt.getTime() / 1000));
  createHash('sha1')
    .update(`${kind}:${numbers.join(':')}`)
    .digest()
    .copy(bytes, 4, 0, HASH_BYTES);
  return new ObjectId(bytes);
}
