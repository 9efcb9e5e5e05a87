import { useMemo } from 'react';
import { useViewer } from '../lib/viewer';
import { useBlockStore } from './block-store';
import { flattenUnique } from './update-cached';

interface Written {
  _id: string;
  user: { _id: string };
}

/**
 * What to show of the pages of a list: each item once, and nothing of authors who are blocked in this browser. Blocks
 * stay when somebody else signs in, so the viewer's own always show.
 */
export const useListed = <T extends Written>(pages: readonly { data: T[] }[] | undefined): T[] => {
  const viewerId = useViewer().user?._id;
  const blocked = useBlockStore((state) => state.blocked);
  return useMemo(() => {
    const hidden = new Set(blocked.map(({ _id }) => _id).filter((id) => id !== viewerId));
    return flattenUnique(pages).filter(({ user }) => !hidden.has(user._id));
  }, [pages, blocked, viewerId]);
};
