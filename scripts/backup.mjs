// npm run backup -- FOLDER and npm run restore -- FOLDER [--verify] (docs/operations.md).
import './lib/check-node.mjs';
import { resolve } from 'node:path';
import { runProgram } from './lib/run-program.mjs';

// paths are relative to the folder where npm was called
const args = process.argv
  .slice(3)
  .map((argument) => (argument.startsWith('-') ? argument : resolve(process.env.INIT_CWD ?? '.', argument)));
await runProgram('apps/api', 'backup/main.js', () => [...process.argv.slice(2, 3), ...args]);
