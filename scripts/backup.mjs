// npm run backup [-- FOLDER] and npm run restore -- FOLDER|latest|NAME [--verify] (docs/operations.md).
import './lib/check-node.mjs';
import { resolve } from 'node:path';
import { runProgram } from './lib/run-program.mjs';

/** Names of backups at BACKUP_TO. */
const NAME = /^(latest|backup-[\dT-]+Z)$/;
const isPath = (argument) => !argument.startsWith('-') && !NAME.test(argument);

// paths are relative to the folder where npm was called
const args = process.argv
  .slice(3)
  .map((argument) => (isPath(argument) ? resolve(process.env.INIT_CWD ?? '.', argument) : argument));
await runProgram('apps/api', 'backup/main.js', () => [...process.argv.slice(2, 3), ...args]);
