// npm run admin -- make|revoke|list|suspend|lift|log: admins, on the server only (docs/operations.md).
import './lib/check-node.mjs';
import { runProgram } from './lib/run-program.mjs';

await runProgram('apps/api', 'admin.js', () => process.argv.slice(2));
