import { t } from '@lingui/core/macro';
import { IconButton } from '../../../../components/ui/icon-button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { cx } from '../../../../lib/class-names';
import { lazyPart } from '../../../../lib/lazy';
import type { PostOptionsProps } from './open-post-options';

const OpenPostOptions = lazyPart(() => import('./open-post-options'), 'OpenPostOptions');

/** A post's options; everything except the button is loaded on first touch. */
export const PostOptions = ({ className, ...props }: PostOptionsProps & { className?: string }) => (
  <LazyMenu
    preload={OpenPostOptions.preload}
    trigger={<IconButton label={t`Post options`} className={cx('icon icon-ellipsis', className)} />}
  >
    {(menu) => <OpenPostOptions {...props} {...menu} />}
  </LazyMenu>
);
