// npm run seed -- --posts N: N generated posts into the configured database, streaming.
import './lib/check-node.mjs';
import { parseArgs } from 'node:util';
import { runProgram } from './lib/run-program.mjs';
import { wholeNumber } from './lib/say.mjs';

await runProgram('packages/demo', 'seed/main.js', () => {
  const { values } = parseArgs({ options: { posts: { type: 'string', default: '2000' } } });
  return ['--posts', String(wholeNumber('posts', values.posts, 1))];
});
