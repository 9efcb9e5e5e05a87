import { expect, it } from 'vitest';
import { testConfig } from '../../testing/test-app.js';
import { createConnection, openConnection } from './connection.js';

it('reads from the primary whatever the address asks for: what decides must not be old', async () => {
  const { mongo } = testConfig();
  const uri = new URL(mongo.uri);
  uri.searchParams.set('readPreference', 'secondaryPreferred');
  const connection = createConnection();
  try {
    await openConnection(connection, { ...mongo, uri: uri.toString() });
    expect(connection.getClient().readPreference.mode).toBe('primary');
    expect(connection.db?.readPreference?.mode).toBe('primary');
  } finally {
    await connection.close();
  }
});
