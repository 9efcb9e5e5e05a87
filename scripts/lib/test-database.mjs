import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Refusal } from './say.mjs';
import { root } from './settings.mjs';

const namesIn = (path) => (existsSync(path) ? Object.keys(parseEnv(readFileSync(path, 'utf8'))) : []);

/**
 * The environment of tests and benchmarks, which configure themselves: it excludes the user's settings, such as a
 * database, a bucket or a mail server. Settings in `.env` are set to empty instead of removed, since commands that
 * read `.env` fill in missing ones. With TEST_DATABASE=mongod every suite uses the server of MONGODB_URI; otherwise
 * each starts the embedded one.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} envFile
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(env, envFile = join(root, '.env')) {
  const onServer = env.TEST_DATABASE === 'mongod';
  if (onServer && !env.MONGODB_URI?.trim()) {
    throw new Refusal(
      'TEST_DATABASE=mongod needs MONGODB_URI, the address of a running MongoDB: none is ever downloaded.',
    );
  }
  const settings = namesIn(join(root, '.env.example'));
  const foreign = settings.filter((name) => !onServer || name !== 'MONGODB_URI');
  const given = namesIn(envFile).filter((name) => foreign.includes(name));
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.includes(name))),
    ...Object.fromEntries(given.map((name) => [name, ''])),
  };
}

/**
 * Returns one line about the server that the tests use, as the server describes itself. Refuses if
 * TEST_DATABASE_VERSION requires another version, so that no run falsely counts as a run on MongoDB.
 */
export async function describeTestDatabase(env) {
  const uri = env.TEST_DATABASE === 'mongod' ? env.MONGODB_URI : undefined;
  const wanted = env.TEST_DATABASE_VERSION?.trim();
  if (uri === undefined) {
    if (wanted)
      throw new Refusal(`The tests are to run on MongoDB ${wanted}, and TEST_DATABASE is not mongod.`);
    return 'Database of the tests: the embedded one, started by each suite.';
  }
  // imported late: the packages may have been missing when this script started
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
