import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const OWN_MAKER = fileURLToPath(new URL('./src/components/ui/create-icon.ts', import.meta.url));

const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
/**
 * Removes code from the router that never runs in an app with `BrowserRouter` and `Routes`: the data router, the
 * prefetching of framework mode (two states, a ref and two effects per link), and argument checks, which still run
 * in tests and development. If a new router version changes this code, only the bundle grows; the size test reports
 * it.
 */
const leanRouter = (code: string): string =>
  code
    .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\(|new Set\()/g, '= /* @__PURE__ */ $1')
    .replace(/^\w+\.(?:displayName|contextType) = ["\w]+;$/gm, '')
    .replace(/^function (?:invariant|warning|getInvalidPathError)\(/gm, '/* @__NO_SIDE_EFFECTS__ */ $&')
    .replace(/React\d*\.useContext\((?:DataRouter(?:State)?|Framework)Context\)/g, 'null')
    .replace(/, dataRouterOpts\) \{/g, ') { const dataRouterOpts = null;')
    .replace(/let \{ isDataRoute \} = .*/, 'const isDataRoute = false;')
    .replace(/\[(\w+), \w+, (\w+)\] = usePrefetchBehavior\([^)]*\)/, '$1 = false, $2')
    .replace('mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef');

/** Removes the shapes' keys, since shapes are not rendered as a React list here, and the icons' former names. */
const leanIcon = (code: string): string =>
  code.replace(/,\s*key: "\w+"/g, '').replace(/,\s*aliases: \[[^\]]*\]/, '');

/**
 * Vite's wrapper around every dynamic import. It would preload style sheets; the app has one, loaded at the start.
 */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Replaces two packages that ship more than the app uses: lucide's icon factory, and react-router, whose `import`
 * condition resolves to its development files (with warnings) even in production. Saves every page 8 kB.
 */
export const leanPackages = (): Plugin => ({
  name: 'lean-packages',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (ROUTER.test(id) ? leanRouter(code) : ICONS.test(id) ? leanIcon(code) : null),
  load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
  async resolveId(source, importer) {
    if (source === '../createLucideIcon.mjs' && importer && ICONS.test(importer)) return OWN_MAKER;
    if (source !== 'react-router' && source !== 'react-router/dom') return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return (
      found && { ...found, id: found.id.replace(/([\\/]dist[\\/])development([\\/])/, '$1production$2') }
    );
  },
});
