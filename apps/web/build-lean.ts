import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const OWN_MAKER = fileURLToPath(new URL('./src/components/ui/create-icon.ts', import.meta.url));

const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
/**
 * Takes out of the router what never runs in an app of `BrowserRouter` and `Routes`: its data router, the prefetching of
 * its framework mode, which is two states, a ref and two effects for each link, and the checks of its callers, which tests
 * and development still make. A router that words this otherwise is only bigger, which the test of sizes tells.
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

/** Names for lists of shapes, which are none here, and icons' former names. */
const leanIcon = (code: string): string =>
  code.replace(/,\s*key: "\w+"/g, '').replace(/,\s*aliases: \[[^\]]*\]/, '');

/** What Vite wraps every import on demand in: it would preload style sheets, of which the app has one, loaded at once. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Two packages bring more than the app uses of them: lucide's icon maker, and react-router, whose `import` condition
 * leads to its development files (warnings and all) even in production. The built app takes the lean ones, which spares
 * every page 8 kB.
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
