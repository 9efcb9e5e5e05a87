#!/usr/bin/env node
import { existsSync } from 'node:fs';

// With the condition `source`, of the repository, this is the TypeScript source.
if (existsSync(new URL(import.meta.resolve('#cli')))) await import('#cli');
else {
  process.stderr.write(
    'The embedded server is not built yet: run "npm run build -w packages/embedded-mongo" first.\n',
  );
  process.exit(1);
}
