import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Build {
  /** Gzip bytes of script that the chunks of `screens` load before they can show, including the entry. */
  scripts: (...screens: string[]) => number;
  /** Gzip bytes of CSS. */
  css: number;
}

/** Reads the contents of a vite build folder. */
export function readBuild(folder: string): Build {
  const assets = join(folder, 'assets');
  const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const text = (name: string) => readFileSync(join(assets, name), 'utf8');
  const sum = (names: Iterable<string>) =>
    [...names].reduce((total, name) => total + gzipSync(text(name), { level: 9 }).length, 0);
  const entries = [
    ...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/assets\/([\w.-]+\.js)/g),
  ].map(([, name]) => name ?? '');
  const chunk = (name: string) => {
    const found = files.filter((file) => new RegExp(String.raw`^${name}-[\w-]{8}\.js$`).test(file));
    if (found.length !== 1) throw new Error(`${found.length} chunks are named ${name} in ${assets}`);
    return found[0] ?? '';
  };
  const withImports = (roots: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    const queue = [...roots];
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const [, imported] of text(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
        if (imported !== undefined) queue.push(imported);
    }
    return seen;
  };
  return {
    scripts: (...screens) => sum(withImports([...entries, ...screens.map(chunk)])),
    css: sum(files.filter((name) => name.endsWith('.css'))),
  };
}
