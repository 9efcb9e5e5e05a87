import { Ellipsis } from 'lucide-react';
import { Suspense, useState, type ComponentProps } from 'react';
import { IconButton } from '../../../components/ui/icon-button';
import { lazyPart } from '../../../lib/lazy';
import type { PostOptionsProps } from './open-post-options';

type PostMenuButtonProps = Omit<ComponentProps<typeof IconButton>, 'label' | 'children' | 'className'>;

/** The button of a post's options. */
const PostMenuButton = (props: PostMenuButtonProps) => (
  <IconButton aria-haspopup="menu" {...props} label="Post options" className="-mr-2.5 -ml-1.5">
    <Ellipsis size={20} aria-hidden />
  </IconButton>
);

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
      <OpenPostOptions {...props} trigger={<PostMenuButton />} />
    </Suspense>
  );
};
