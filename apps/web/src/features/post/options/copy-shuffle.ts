import { paths } from '../../../config/paths';
import { copyLink } from '../../../lib/copy-text';

/** Copies the address under which anyone sees the posts in the same order. */
export const copyShuffle = (seed: number): Promise<void> =>
  copyLink(`${window.location.origin}${paths.home.getHref()}?seed=${seed}`, 'Link to this shuffle copied');
