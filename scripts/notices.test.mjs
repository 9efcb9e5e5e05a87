import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const dist = join(root, 'apps/web/dist');
const read = (name) => readFileSync(join(dist, name), 'utf8');

// `npm test` builds first
describe.runIf(existsSync(dist))('the built web app', () => {
  it.each(['react-dom', '@tanstack/react-query', 'zod', 'lucide-react'])(
    'carries the licence of %s, whose code is in it',
    (name) => {
      const [, version] = new RegExp(`^## ${name} - (\\S+) \\(\\w+\\)\n\n[^#]*Copyright`, 'm').exec(
        read('third-party-notices.md'),
      );
      const manifest = join(root, 'node_modules', name, 'package.json');
      expect(version).toBe(JSON.parse(readFileSync(manifest, 'utf8')).version);
    },
  );

  it('carries the licence of Workbox, which is in its service worker', () => {
    expect(read('third-party-notices-worker.md')).toMatch(/^## workbox-precaching - \S+ \(MIT\)$/m);
  });
});
