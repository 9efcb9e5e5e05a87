import { serve, type Served } from '@social-feed/api/testing/faults/processes';
import { DATABASE_PROGRAM } from '../../scripts/lib/database.mjs';

/** Starts the embedded database and waits until it listens. */
export async function startDatabase(dbPath: string, port: number): Promise<Served> {
  const served = serve([DATABASE_PROGRAM, '--port', String(port), '--dbpath', dbPath], {});
  await served.line('aiting for connections');
  return served;
}
