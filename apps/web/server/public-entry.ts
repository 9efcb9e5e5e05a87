import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a second first-paint script for PUBLIC_BROWSING=true. It marks the page, and the app reads the mark. Web
 * servers send this script if visitors can read without an account.
 */
export function writePublicEntry(folder: string): void {
  const script = readFileSync(join(folder, 'theme.js'), 'utf8');
  writeFileSync(
    join(folder, 'theme-public.js'),
    `document.documentElement.dataset.publicBrowsing = 'true';\n${script}`,
  );
}
