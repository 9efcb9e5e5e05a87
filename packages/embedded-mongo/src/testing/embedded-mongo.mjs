#!/usr/bin/env node
// The server from its sources, as an executable that mongodb-memory-server can start without a build.
import { register } from 'tsx/esm/api';

register();
await import('../server/cli.ts');
