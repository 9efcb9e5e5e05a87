import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Reads what Vite built into a folder.
 * @param {string} folder with index.html and assets/
 * @param {string} [language] folder of a language in `l/`, whose files replace those of the same names; English without it
 */
export function readBuild(folder, language) {
  const assets = join(folder, 'assets');
  const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  /** @param {string} name of a file in assets/ */
  const text = (name) => {
    const translated = language && join(folder, 'l', language, 'assets', name);
    return readFileSync(translated && existsSync(translated) ? translated : join(assets, name), 'utf8');
  };
  /** Files named in index.html: the entry and its preloads. */
  const entries = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/assets\/([\w.-]+)/g)].map(
    ([, name]) => name,
  );

  /**
   * The only chunk whose file name starts like this, e.g. `feed-` and an eight-character hash.
   * @param {string} name
   * @returns {string}
   */
  const chunk = (name) => {
    const found = files.filter((file) => new RegExp(String.raw`^${name}-[\w-]{8}\.js$`).test(file));
    if (found.length !== 1) throw new Error(`${found.length} chunks are named ${name} in ${assets}`);
    return found[0];
  };

  /**
   * These scripts and their static imports.
   * @param {readonly string[]} roots
   * @returns {Set<string>}
   */
  const withImports = (roots) => {
    const seen = new Set();
    const queue = roots.filter((name) => name.endsWith('.js'));
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const imports = text(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
      for (const [, imported] of imports) queue.push(imported);
    }
    return seen;
  };

  return {
    files,
    text,
    chunk,
    withImports,
    /**
     * The scripts that these chunks load before they can show, with the entry.
     * @param {...string} chunks by name, without hash
     */
    scripts: (...chunks) => withImports([...entries, ...chunks.map(chunk)]),
    /**
     * Gzip bytes of these files.
     * @param {Iterable<string>} names
     */
    gzipped: (names) =>
      [...names].reduce((total, name) => total + gzipSync(text(name), { level: 9 }).length, 0),
  };
}
