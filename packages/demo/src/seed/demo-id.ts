import { createHash } from 'node:crypto';
import { mongo } from 'mongoose';

const { ObjectId } = mongo;
type Id = InstanceType<typeof ObjectId>;

const HASH_BYTES = 8;

/**
 * The same id for the same item on every machine, so that a batch that was cut off can be removed and written again.
 * @param kind the collection
 * @param numbers what identifies the item within it
 * @param createdAt gives the id its time, so that generated items sort among later ones as if they had been written
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
