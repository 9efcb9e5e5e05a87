import { Refusal } from './say.mjs';

/** Settings of `npm start` that are none of the tests'. */
const OWN_SETTINGS = ['DATA_DIR', 'API_PORT', 'WEB_PORT', 'API_HOST', 'WEB_HOST', 'NODE_ENV', 'TRUST_PROXY'];

/**
 * The environment of the tests, which configure themselves: a data folder or database meant for `npm start` is none of
 * theirs. With TEST_DATABASE=mongod every suite runs on the server of MONGODB_URI; otherwise each starts the embedded one.
 */
export function testEnvironment(env) {
  const onServer = env.TEST_DATABASE === 'mongod';
  if (onServer && !env.MONGODB_URI?.trim()) {
    throw new Refusal(
      'TEST_DATABASE=mongod needs MONGODB_URI, the address of a running MongoDB: none is ever downloaded.',
    );
  }
  const foreign = onServer ? OWN_SETTINGS : [...OWN_SETTINGS, 'MONGODB_URI'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.includes(name)));
}

/**
 * One line about the server that the tests run on, as it describes itself. Refuses where TEST_DATABASE_VERSION asks for
 * another one, so that no run passes for one on a MongoDB which it never met.
 */
export async function describeTestDatabase(env) {
  const uri = env.TEST_DATABASE === 'mongod' ? env.MONGODB_URI : undefined;
  const wanted = env.TEST_DATABASE_VERSION?.trim();
  if (uri === undefined) {
    if (wanted)
      throw new Refusal(`The tests are to run on MongoDB ${wanted}, and TEST_DATABASE is not mongod.`);
    return 'Database of the tests: the embedded one, started by each suite.';
  }
  // only now: the packages may have been missing when this script began
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const { version, gitVersion } = await client.db('admin').command({ buildInfo: 1 });
    const embedded = gitVersion === 'embedded-mongo';
    const name = embedded ? `the embedded database as ${version}` : `MongoDB ${version}`;
    const { hosts } = client.options;
    const description = `${name} at ${hosts.map(String).join(',')}`;
    if (wanted && (embedded || !`${version}.`.startsWith(`${wanted}.`))) {
      throw new Refusal(
        `The tests are to run on MongoDB ${wanted}, and MONGODB_URI leads to ${description}.`,
      );
    }
    return `Database of the tests: ${description}.`;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The MongoDB of MONGODB_URI does not answer: ${error.message}`);
  } finally {
    await client.close();
  }
}
