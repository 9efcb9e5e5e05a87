import { mongo } from 'mongoose';

/** What tells a run on the embedded database from one on MongoDB. @throws Error if it is the embedded one */
export function refuseEmbedded({ gitVersion }: { gitVersion?: unknown }): void {
  if (gitVersion === 'embedded-mongo')
    throw new Error('TEST_DATABASE=memory-server needs a MongoDB, and the embedded database answers.');
}

/** @throws Error if the embedded database answers at this address, or nothing does */
export async function requireMongo(uri: string): Promise<void> {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    refuseEmbedded(await client.db('admin').command({ buildInfo: 1 }));
  } finally {
    await client.close();
  }
}
