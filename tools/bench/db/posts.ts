import { ObjectId } from 'bson';

const users = 1000;
const text = 'lorem ipsum '.repeat(60);

/** Makes an id from a number, the same in every run. */
export const idOf = (kind: number, n: number): ObjectId =>
  new ObjectId(
    Buffer.from(`${kind.toString(16).padStart(8, '0')}${n.toString(16).padStart(16, '0')}`, 'hex'),
  );

export const userOf = (n: number): ObjectId => idOf(2, n % users);

/** A document of about 960 bytes with three secondary indexes on it. */
export const postOf = (n: number) => ({
  _id: idOf(1, n),
  user: userOf(n),
  createdAt: new Date(1.7e12 + n * 1000),
  category: `c${n % 9}`,
  tags: [`t${n % 50}`, `u${n % 70}`],
  text,
  likes: 0,
});

export type Post = ReturnType<typeof postOf>;

export const indexes = [
  { key: { user: 1, createdAt: -1, _id: -1 } },
  { key: { tags: 1, createdAt: -1 } },
  { key: { category: 1, createdAt: -1 } },
] as const;
