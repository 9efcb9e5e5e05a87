import { defineConfig } from 'vitest/config';
import { drawnOnServer } from '../build-drawn.js';

export default defineConfig({
  plugins: [drawnOnServer()],
  test: { name: 'server', include: ['**/*.test.ts'], environment: 'node', isolate: false },
});
