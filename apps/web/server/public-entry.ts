import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The script of the first paint once more, for PUBLIC_BROWSING=true: it marks the page, which the app reads. Web servers
 * answer with this one where visitors may enter.
 */
export function writePublicEntry(folder: string): void {
  const script = readFileSync(join(folder, 'theme.js'), 'utf8');
  writeFileSync(
    join(folder, 'theme-public.js'),
    `document.documentElement.dataset.publicBrowsing = 'true';\n${script}`,
  );
}
