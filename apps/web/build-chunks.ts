/** What a chunking rule can ask about a module; a part of rolldown's context. */
interface Graph {
  getModuleInfo: (
    id: string,
  ) => {
    code: string | null;
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

type Ids = Set<string>;

const PACKAGES = /node_modules|[\\/]packages[\\/]/;
/** Packages that every screen has loaded. */
const VENDOR = /node_modules[\\/](react|react-dom|react-router|react-router-dom|zustand)[\\/]/;
/** Files that only pass on what others export: following them counts what nobody on the screen uses. */
const BARREL = /[\\/]features[\\/][^\\/]+[\\/]index\.ts$/;
/** Limits, the making of icons, and the icons that both the account pages and the feed show. */
const SHARED =
  /contracts[\\/]src[\\/]limits|ui[\\/]create-icon|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](x|eye|mail|user-round|heart|message-circle)\.mjs/;
/** A part that several later pages share is gathered with others of its kind up to this many characters of source. */
const SMALL = 4000;

const importsOf = (graph: Graph, id: string) => graph.getModuleInfo(id)?.importedIds ?? [];

/** Own modules that come with `roots`; what is imported on demand does not. */
const closureOf = (graph: Graph, roots: readonly string[], barrels: boolean): Ids => {
  const seen: Ids = new Set();
  const queue = [...roots];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id) || PACKAGES.test(id) || (!barrels && BARREL.test(id))) continue;
    seen.add(id);
    queue.push(...importsOf(graph, id));
  }
  return seen;
};

/** Every module that is imported on demand somewhere, and so begins a chunk. */
const lateRoots = (graph: Graph, main: string): Ids => {
  const roots: Ids = new Set();
  const seen: Ids = new Set();
  const queue = [main];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id) || PACKAGES.test(id)) continue;
    seen.add(id);
    const late = graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
    for (const root of late) roots.add(root);
    queue.push(...importsOf(graph, id), ...late);
  }
  return roots;
};

/** Small modules that several late pages share and that need nothing but what is loaded then. */
const sharedParts = (graph: Graph, roots: Ids, loaded: (id: string) => boolean): Ids => {
  const shares = new Map<string, number>();
  for (const root of roots)
    for (const id of closureOf(graph, [root], true)) shares.set(id, (shares.get(id) ?? 0) + 1);
  const parts: Ids = new Set();
  for (const [id, count] of shares) {
    const small = (graph.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL;
    if (count > 1 && small && !roots.has(id) && !BARREL.test(id) && importsOf(graph, id).every(loaded))
      parts.add(id);
  }
  return parts;
};

/** lucide's icons that both the account pages and others show only later; its index file hides who uses which. */
const ACCOUNT_ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|arrow-left|circle-exclamation-point)\.mjs/;
const LATE_ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](trash|copy|bookmark|link-2|clapperboard|chevron-left|chevron-right)\.mjs/;

/**
 * Chunks for what the first screens need: `base` for what the entry loads whatever the address, `feed` for the frame and
 * the feed. Left alone the bundler makes thirty of them, by who shares what with whom, which compress worse by 9 kB.
 * What later pages share in small pieces is gathered too (`account-parts`, `parts`): the name of each file has to be
 * known to the first screen, which would load them.
 * @param source folder of the web app's sources, with forward slashes
 */
export const chunkRules = (source: string) => {
  let sets: Record<'base' | 'feed' | 'accounts' | 'accountParts' | 'parts', Ids> | undefined;
  const read = (graph: Graph): NonNullable<typeof sets> => {
    const closure = (files: string[], barrels = false) =>
      closureOf(
        graph,
        files.map((file) => `${source}/${file}`),
        barrels,
      );
    const base = closure(['main.tsx']);
    const feed = closure(['app/shells/shelled-pages.tsx', 'app/routes/home.tsx']);
    const pages = ['login', 'signup', 'forgot-password'].map((name) => `app/routes/${name}.tsx`);
    const roots = lateRoots(graph, `${source}/main.tsx`);
    const accountRoots = new Set([...roots].filter((id) => pages.some((page) => id.endsWith(page))));
    const isBase = (id: string) => base.has(id) || VENDOR.test(id) || SHARED.test(id);
    return {
      base,
      feed,
      accounts: closure(pages, true),
      accountParts: sharedParts(graph, accountRoots, isBase),
      parts: sharedParts(graph, roots, (id) => isBase(id) || feed.has(id)),
    };
  };
  const setsOf = (graph: Graph) => (sets ??= read(graph));
  return {
    first: (id: string, graph: Graph): string | null => {
      const { base, feed, accounts } = setsOf(graph);
      if (id.endsWith('/main.tsx')) return null;
      if (SHARED.test(id) || base.has(id)) return 'base';
      // what the account pages share with the feed must not bring them the feed
      if (feed.has(id)) return accounts.has(id) ? 'base' : 'feed';
      return null;
    },
    later: (id: string, graph: Graph): string | null => {
      const { accounts, accountParts, parts } = setsOf(graph);
      if (accountParts.has(id) || ACCOUNT_ICONS.test(id)) return 'account-parts';
      return LATE_ICONS.test(id) || (parts.has(id) && !accounts.has(id)) ? 'parts' : null;
    },
  };
};
