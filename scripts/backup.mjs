// npm run backup [-- FOLDER|--list] and npm run restore -- FOLDER|latest|NAME [--verify] … (docs/operations.md).
import './lib/check-node.mjs';
import { resolve } from 'node:path';
import { runProgram } from './lib/run-program.mjs';

/** Names of backups at BACKUP_TO. */
const NAME = /^(latest|backup-[\dT-]+Z(-[\da-f]{8})?)$/;
const given = process.argv.slice(3);
const isPath = (argument, at) =>
  !argument.startsWith('-') && !NAME.test(argument) && given[at - 1] !== '--instance';

// paths are relative to the folder where npm was called
const args = given.map((argument, at) =>
  isPath(argument, at) ? resolve(process.env.INIT_CWD ?? '.', argument) : argument,
);
await runProgram('apps/api', 'backup/main.js', () =>
  given[0] === '--list' ? ['list'] : [...process.argv.slice(2, 3), ...args],
);
