import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from './keys';

/** What a person did with a post, as far as other lists and figures depend on it. */
export type PostAct = 'like' | 'dislike' | 'bookmark' | 'pin' | 'share' | 'create' | 'delete';

interface Dependents {
  /** Read again at once where they are on the screen: what was done is seen there. */
  shown?: (authorId: string) => QueryKey[];
  /** Read again the next time that they are shown. */
  later?: (authorId: string) => QueryKey[];
}

const figures = (authorId: string): QueryKey[] => [keys.boardOf(authorId), keys.analytics(authorId)];

const DEPENDENTS: Record<PostAct, Dependents> = {
  like: { later: figures },
  dislike: { later: figures },
  share: { later: figures },
  bookmark: { later: () => [keys.bookmarksRoot] },
  pin: { shown: (authorId) => [keys.profilePostsOf(authorId)] },
  create: { shown: figures },
  delete: { shown: figures },
};

/** Declares the lists and figures old that depend on an act upon a post of this author. */
export const invalidateDependents = (client: QueryClient, act: PostAct, authorId: string): void => {
  const { shown, later } = DEPENDENTS[act];
  for (const queryKey of shown?.(authorId) ?? []) void client.invalidateQueries({ queryKey });
  for (const queryKey of later?.(authorId) ?? [])
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
};
