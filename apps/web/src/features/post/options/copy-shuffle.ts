import { paths } from '../../../config/paths';
import { copyLink } from '../../../lib/copy-text';

/** Copies a link that shows the posts in the same order to everyone. */
export const copyShuffle = (seed: number): Promise<void> =>
  copyLink(`${window.location.origin}${paths.home.getHref()}?seed=${seed}`, 'Link to this shuffle copied');
