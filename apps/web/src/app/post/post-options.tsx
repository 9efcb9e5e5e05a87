import { Suspense, useState } from 'react';
import { PostMenuButton } from '../../features/posts/components/post-menu-button';
import { lazyPart } from '../../lib/lazy-part';
import type { PostOptionsProps } from './open-post-options';

const load = () => import('./open-post-options');
const OpenPostOptions = lazyPart(load, 'OpenPostOptions');

/** A post's options; all but their button is fetched when it is first pointed at or pressed. */
export const PostOptions = (props: PostOptionsProps) => {
  const [wanted, setWanted] = useState(false);
  const button = (
    <PostMenuButton
      aria-expanded={wanted}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenPostOptions {...props} />
    </Suspense>
  );
};
