#!/usr/bin/env node
import { existsSync } from 'node:fs';

const cli = new URL('../dist/server/cli.js', import.meta.url);
if (existsSync(cli)) await import(cli.href);
else {
  process.stderr.write(
    'The embedded server is not built yet: run "npm run build -w packages/embedded-mongo" first.\n',
  );
  process.exit(1);
}
