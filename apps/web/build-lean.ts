import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICON_MAKER = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const OWN_MAKER = fileURLToPath(new URL('./src/components/ui/create-icon.ts', import.meta.url));

const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
/**
 * Marks the router's components as free of side effects, so that those nobody imports go, and takes the prefetching of its
 * framework mode out of its links. A router that words this otherwise is only bigger, which the test of sizes tells.
 */
const leanRouter = (code: string): string =>
  code
    .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/React\d*\.createElement\(PrefetchPageLinks, [^)]*\)/g, 'null');

/** What Vite wraps every import on demand in: it would preload style sheets, of which the app has one, loaded at once. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Two packages bring more than the app uses of them: lucide's icon maker, and react-router, whose `import` condition
 * leads to its development files (warnings and all) even in production. The built app takes the lean ones, which spares
 * every page 4 kB.
 */
export const leanPackages = (): Plugin => ({
  name: 'lean-packages',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (ROUTER.test(id) ? leanRouter(code) : null),
  load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
  async resolveId(source, importer) {
    if (source === '../createLucideIcon.mjs' && importer && ICON_MAKER.test(importer)) return OWN_MAKER;
    if (source !== 'react-router' && source !== 'react-router/dom') return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return (
      found && { ...found, id: found.id.replace(/([\\/]dist[\\/])development([\\/])/, '$1production$2') }
    );
  },
});
