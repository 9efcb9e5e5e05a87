/** The part of rolldown's context that a chunking rule needs to inspect a module. */
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
/** Packages that every screen loads. */
const VENDOR = /node_modules[\\/](react|react-dom|react-router|react-router-dom|zustand)[\\/]/;
/**
 * Limits, the logo, the icon factory, and the icons that the account pages, the feed or its frame share with
 * others.
 */
const SHARED =
  /contracts[\\/]src[\\/]limits|ui[\\/](create-icon|logo)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](x|eye|mail|user-round|heart|message-circle|plus|circle-user)\.mjs/;
/** Media URLs from the contracts package; posts show them and the composer creates them. */
const MEDIA_URLS = /contracts[\\/]src[\\/]media-urls/;
/** Modules shared by several later pages go into one chunk if their source is shorter than this, in characters. */
const SMALL = 4000;

const importsOf = (graph: Graph, id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
const isOwn = (id: string) => !PACKAGES.test(id);
const lateImportsOf = (graph: Graph, id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];

/** The app's own modules that `roots` import statically; dynamic imports are left out. */
const closureOf = (graph: Graph, roots: readonly string[]): Ids => {
  const found: Ids = new Set(roots.filter(isOwn));
  // iterating a set also visits entries added during the loop
  for (const id of found) for (const own of importsOf(graph, id).filter(isOwn)) found.add(own);
  return found;
};

/** Every module that is imported dynamically somewhere and therefore starts a chunk. */
const lateRoots = (graph: Graph, main: string): Ids => {
  const roots: Ids = new Set([main]);
  for (const root of roots)
    for (const id of closureOf(graph, [root])) for (const late of lateImportsOf(graph, id)) roots.add(late);
  roots.delete(main);
  return roots;
};

/** Modules the feed loads right after its first posts, in one file instead of several. */
const SOON = /features[\\/](post[\\/]list[\\/]focus-and-scroll|feed[\\/]pull-gesture)/;

/** The modules that more than one of these pages imports. */
const sharedBy = (graph: Graph, roots: Ids): Ids => {
  const once: Ids = new Set();
  const shared: Ids = new Set();
  for (const root of roots) for (const id of closureOf(graph, [root])) (once.has(id) ? shared : once).add(id);
  for (const id of shared) if (roots.has(id)) shared.delete(id);
  return shared;
};

/** Those of `ids` that are small and import only modules that are loaded already. */
const smallOf = (graph: Graph, ids: Ids, loaded: (id: string) => boolean): Ids =>
  new Set(
    [...ids].filter(
      (id) => (graph.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL && importsOf(graph, id).every(loaded),
    ),
  );

/**
 * lucide icons that the account pages share with later parts of other pages; lucide's index file hides who uses
 * which.
 */
const ACCOUNT_ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|arrow-left|circle-exclamation-point)\.mjs/;
/** Files used only by one account page and the visitor panel of the right column. */
const ONE_ACCOUNT_PAGE = /features[\\/].*(login|signup|availability|strength|reset|countdown|progress)/;
const LATE_ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](trash|copy|bookmark|link-2|clapperboard|chevron-left|chevron-right)\.mjs/;

/**
 * Chunk rules for the first screens: `base` for what the entry loads at every address, `feed` for the frame and the
 * feed. By default the bundler makes about thirty chunks, grouped by importer; together they compress 9 kB worse.
 * Modules shared by the account pages go into `account-parts`, small modules shared by later pages into `parts`.
 * @param source folder of the web app's sources, with forward slashes
 */
export const chunkRules = (source: string) => {
  let sets: Record<'base' | 'feed' | 'accounts' | 'parts', Ids> | undefined;
  const read = (graph: Graph): NonNullable<typeof sets> => {
    const closure = (files: string[]) =>
      closureOf(
        graph,
        files.map((file) => `${source}/${file}`),
      );
    const base = closure(['main.tsx']);
    const feed = closure(['app/shells/shelled-pages.tsx', 'app/routes/home.tsx']);
    const pages = ['login', 'signup', 'forgot-password'].map((name) => `app/routes/${name}.tsx`);
    const roots = lateRoots(graph, `${source}/main.tsx`);
    const isBase = (id: string) => base.has(id) || VENDOR.test(id) || SHARED.test(id);
    return {
      base,
      feed,
      accounts: closure(pages),
      parts: smallOf(graph, sharedBy(graph, roots), (id) => isBase(id) || feed.has(id)),
    };
  };
  const setsOf = (graph: Graph) => (sets ??= read(graph));
  return {
    first: (id: string, graph: Graph): string | null => {
      const { base, feed, accounts } = setsOf(graph);
      if (id.endsWith('/main.tsx')) return null;
      if (SHARED.test(id) || base.has(id)) return 'base';
      if (MEDIA_URLS.test(id)) return 'feed';
      // modules shared by the account pages and the feed must not pull the feed into the account pages
      if (feed.has(id)) return accounts.has(id) ? 'base' : 'feed';
      return SOON.test(id) ? 'list-late' : null;
    },
    /** For modules that more than one account page uses. */
    account: (id: string, graph: Graph): string | null =>
      (setsOf(graph).accounts.has(id) && !ONE_ACCOUNT_PAGE.test(id)) || ACCOUNT_ICONS.test(id)
        ? 'account-parts'
        : null,
    later: (id: string, graph: Graph): string | null =>
      LATE_ICONS.test(id) || setsOf(graph).parts.has(id) ? 'parts' : null,
  };
};
