import { t } from '@lingui/core/macro';
import { parseSeed } from '@social-feed/contracts';
import { Shuffle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../../components/ui/button';
import { IconButton } from '../../../../components/ui/icon-button';
import { lazyPart } from '../../../../lib/lazy';
import { drawSeed } from '../model/feed-seed';

/** Posts in the order of a seed; loaded on first use. */
export const ShuffledPosts = lazyPart(() => import('./shuffled-posts'), 'ShuffledPosts');

/** The seed in the address; an invalid one is ignored. */
export const useShuffleSeed = (): number | undefined => parseSeed(useSearchParams()[0].get('seed'));

/** Returns a function that puts a seed into the address, or takes it away. */
const useChooseSeed = () => {
  const [, setQuery] = useSearchParams();
  return (next: number | undefined) =>
    setQuery(
      (query) => {
        query.delete('seed');
        if (next !== undefined) query.set('seed', String(next));
        return query;
      },
      { state: { keepPlace: true } },
    );
};

const labelOf = (seed: number | undefined) =>
  seed === undefined ? t({ message: 'Shuffle', context: 'verb' }) : t`Shuffle again`;

/** Shuffles the posts of a profile. An icon on the cover, so that the first post stands higher. */
export const ShuffleIcon = () => {
  const label = labelOf(useShuffleSeed());
  const choose = useChooseSeed();
  return (
    <IconButton label={label} variant="overlay" onClick={() => choose(drawSeed())}>
      <Shuffle size="1.125em" aria-hidden />
    </IconButton>
  );
};

/** Leads back to the order without a shuffle. */
export const NewestFirst = () => {
  const choose = useChooseSeed();
  return (
    <Button variant="ghost" size="sm" onClick={() => choose(undefined)}>
      {t`Newest first`}
    </Button>
  );
};

/** The line above a list: its text, and buttons to shuffle it and back. The seed is in the address. */
export const ShuffleBar = ({ children }: { children?: ReactNode }) => {
  const seed = useShuffleSeed();
  const choose = useChooseSeed();
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-end gap-2 px-4 py-2 md:px-0 md:pt-0">
      <div className="me-auto text-meta text-muted">{children}</div>
      {seed === undefined ? null : <NewestFirst />}
      <Button variant="soft" size="sm" onClick={() => choose(drawSeed())}>
        <Shuffle size="1em" aria-hidden />
        <span>{labelOf(seed)}</span>
      </Button>
    </div>
  );
};
