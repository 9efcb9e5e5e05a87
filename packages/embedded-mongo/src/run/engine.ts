import type { Records } from '../indexes/records.js';
import type { Scanner } from '../plan/scan.js';
import type { Catalogue } from '../store/catalogue.js';
import type { Storage } from '../store/lmdb.js';
import type { Cursors } from './cursors.js';
import type { Log } from './log.js';

/** The components that commands use. */
export interface Engine {
  storage: Storage;
  catalogue: Catalogue;
  records: Records;
  scanner: Scanner;
  cursors: Cursors;
  log: Log;
  now: () => Date;
  port: () => number;
}
