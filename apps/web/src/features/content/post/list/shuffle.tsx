import { parseSeed } from '@social-feed/contracts';
import { Shuffle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../../components/ui/button';
import { lazyPart } from '../../../../lib/lazy';
import { drawSeed } from '../model/feed-seed';

/** Posts in the order of a seed; loaded on first use. */
export const ShuffledPosts = lazyPart(() => import('./shuffled-posts'), 'ShuffledPosts');

/** The seed in the address; an invalid one is ignored. */
export const useShuffleSeed = (): number | undefined => parseSeed(useSearchParams()[0].get('seed'));

/** The line above a list: its text, and links to shuffle it and back. The seed goes into the address. */
export const ShuffleBar = ({ children }: { children?: ReactNode }) => {
  const seed = useShuffleSeed();
  const [, setQuery] = useSearchParams();
  const choose = (next: number | undefined) =>
    setQuery(
      (query) => {
        query.delete('seed');
        if (next !== undefined) query.set('seed', String(next));
        return query;
      },
      { state: { keepPlace: true } },
    );
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-end gap-2 px-4 py-2 md:px-0 md:pt-0">
      <div className="me-auto text-meta text-muted">{children}</div>
      {seed === undefined ? null : (
        <Button variant="ghost" size="sm" onClick={() => choose(undefined)}>
          Newest first
        </Button>
      )}
      <Button variant="soft" size="sm" onClick={() => choose(drawSeed())}>
        <Shuffle size="1em" aria-hidden />
        <span>{seed === undefined ? 'Shuffle' : 'Shuffle again'}</span>
      </Button>
    </div>
  );
};
