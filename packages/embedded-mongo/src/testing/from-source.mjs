#!/usr/bin/env node
// Runs the server from its TypeScript source, so that tests need no build and never meet an old one.
import { register } from 'tsx/esm/api';

register();
await import(new URL('../server/cli.ts', import.meta.url).href);
