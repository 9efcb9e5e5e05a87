#!/usr/bin/env node
// Runs the server from source, as an executable that mongodb-memory-server can start without a build.
import { register } from 'tsx/esm/api';

register();
await import('../server/cli.ts');
