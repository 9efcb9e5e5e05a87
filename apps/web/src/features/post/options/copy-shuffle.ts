import { paths } from '../../../config/paths';
import { copyText } from '../../../lib/copy-text';
import { toast } from '../../../lib/toast';

/** Copies the address under which anyone sees the posts in the same order. */
export const copyShuffle = (seed: number): Promise<void> =>
  copyText(`${window.location.origin}${paths.home.getHref()}?seed=${seed}`).then(
    () => toast.success('Link to this shuffle copied'),
    () => toast.error('Failed to copy link. Please try again.'),
  );
