/** What a chunking rule can ask about a module; a part of rolldown's context. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const PACKAGES = /node_modules|[\\/]packages[\\/]/;
/** Files that only pass on what others export: following them counts what nobody on the screen uses. */
const BARREL = /[\\/]features[\\/][^\\/]+[\\/]index\.ts$/;
/** Of the packages: limits, the making of icons, and the icons that both the account pages and the feed show. */
const SHARED =
  /contracts[\\/]src[\\/]limits|lucide-react[\\/]dist[\\/]esm[\\/]((?!icons|lucide-react)|icons[\\/](x|eye|mail|user-round|heart|message-circle)\.)/;

const closureOf = (graph: Graph, roots: readonly string[], barrels: boolean): Set<string> => {
  const seen = new Set<string>();
  const queue = [...roots];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id) || PACKAGES.test(id) || (!barrels && BARREL.test(id))) continue;
    seen.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
};

/**
 * Two chunks for what the first screens need: `base` for what the entry loads whatever the address, `feed` for the frame
 * and the feed. Left alone the bundler makes thirty of them, by who shares what with whom, which compress worse by 9 kB.
 * @param source folder of the web app's sources, with forward slashes
 */
export const firstScreens = (source: string) => {
  let sets: Record<'base' | 'feed' | 'accounts', Set<string>> | undefined;
  return (id: string, graph: Graph): string | null => {
    const closure = (files: string[], barrels = false) =>
      closureOf(
        graph,
        files.map((file) => `${source}/${file}`),
        barrels,
      );
    sets ??= {
      base: closure(['main.tsx']),
      feed: closure(['app/shells/shelled-pages.tsx', 'app/routes/home.tsx']),
      accounts: closure(
        ['app/routes/login.tsx', 'app/routes/signup.tsx', 'app/routes/forgot-password.tsx'],
        true,
      ),
    };
    if (id.endsWith('/main.tsx')) return null;
    if (SHARED.test(id)) return 'base';
    if (sets.base.has(id)) return 'base';
    if (!sets.feed.has(id)) return null;
    // what the account pages share with the feed must not bring them the feed
    return sets.accounts.has(id) ? 'base' : 'feed';
  };
};
