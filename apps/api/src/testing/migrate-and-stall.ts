import { setTimeout as wait } from 'node:timers/promises';
import { prepareDatabase } from '../migrations/prepare-database.js';
import { createConnection, openConnection } from '../platform/db/connection.js';
import { createConfig } from '../platform/config/config.js';
import { readEnv } from '../platform/config/env.js';

/** A test process that stalls in the middle of a migration, to be killed there. */
const connection = createConnection();
await openConnection(connection, createConfig(readEnv()).mongo);
await prepareDatabase(connection, [], {
  leaseTtl: Number(process.argv[2]),
  migrations: [
    {
      name: '0001-mark',
      up: async (db) => {
        await db.collection('things').updateOne({ marked: null }, { $set: { marked: true } });
        process.stdout.write('half\n');
        await wait(600_000);
      },
    },
  ],
});
