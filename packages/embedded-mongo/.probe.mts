import fs from 'node:fs';
import { pingTimes } from './src/faults/pings.js';
import { rmSync } from 'node:fs';
rmSync('/tmp/em/pings',{recursive:true,force:true});
await pingTimes('/tmp/em/pings', Number(process.argv[2] ?? 50000), { program: process.env.EM ?? undefined, only: process.argv[3] ? new RegExp(process.argv[3]) : undefined, report: (o)=>fs.appendFileSync('/tmp/em/stalls.log', o.operation+'\n') as never || console.log(o.operation.padEnd(40), String(o.pings).padStart(6), o.p99.toFixed(1).padStart(8), o.most.toFixed(1).padStart(8)) });
process.exit(0);
