import type { mongo } from 'mongoose';

const BATCH = 500;

type Update = { filter: mongo.Document; update: mongo.Document };

/** Applies an update to each document of a cursor, in batches. */
export async function updateEach<T extends mongo.Document>(
  records: mongo.Collection<T>,
  found: AsyncIterable<mongo.WithId<T>>,
  updateOf: (document: mongo.WithId<T>) => Update | Promise<Update>,
  signal: AbortSignal,
): Promise<void> {
  let batch: Update[] = [];
  const write = async () => {
    signal.throwIfAborted();
    if (batch.length === 0) return;
    const operations = batch.map((updateOne) => ({ updateOne }));
    await records.bulkWrite(operations as mongo.AnyBulkWriteOperation<T>[], { ordered: false });
    batch = [];
  };
  for await (const document of found) {
    if (batch.push(await updateOf(document)) === BATCH) await write();
  }
  await write();
}

/**
 * Matches a document only if its fields are unchanged since they were read. An edit in between has written the new
 * ones. A deleted post has empty fields, so it does not match either.
 */
export const unchanged = (document: mongo.Document, names: readonly string[]): mongo.Document =>
  Object.fromEntries(names.map((name) => [name, document[name] ?? null]));

/** Matches documents of which one of these fields has one of these expressions. */
export const matching = (names: readonly string[], expressions: readonly string[]): mongo.Document => ({
  $or: names.flatMap((name) => expressions.map((expression) => ({ [name]: { $regex: expression } }))),
});

export const projectionOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));
