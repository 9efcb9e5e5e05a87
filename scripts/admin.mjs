// npm run admin -- make|revoke|list|suspend|lift|log: admins, on the server only (docs/operations.md).
import './lib/check-node.mjs';
import { runApiProgram } from './lib/api-program.mjs';

await runApiProgram('admin.js', process.argv.slice(2));
