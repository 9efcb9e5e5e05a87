import { IconButton } from '../../../../components/ui/icon-button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { Ellipsis } from '../card/icons';
import { lazyPart } from '../../../../lib/lazy';
import type { PostOptionsProps } from './open-post-options';

const OpenPostOptions = lazyPart(() => import('./open-post-options'), 'OpenPostOptions');

/** A post's options; everything except the button is loaded on first touch. */
export const PostOptions = (props: PostOptionsProps) => (
  <LazyMenu
    preload={OpenPostOptions.preload}
    trigger={
      <IconButton label="Post options" className="-me-2.5 -ms-1.5">
        <Ellipsis size="1.25em" aria-hidden />
      </IconButton>
    }
  >
    {(menu) => <OpenPostOptions {...props} {...menu} />}
  </LazyMenu>
);
