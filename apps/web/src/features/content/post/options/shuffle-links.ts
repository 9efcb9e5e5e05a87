import { t } from '@lingui/core/macro';
import { nameOfSeed } from '@social-feed/feed-order/names';
import { paths } from '../../../../config/paths';
import { copyLink } from '../../../../lib/copy-text';

/** Returns the name of a shuffle for reading, such as "amber otter lantern". */
export const wordsOf = (seed: number): string => nameOfSeed(seed).replaceAll('-', ' ');

/** Returns the address of a shuffle. */
const shuffleHref = (seed: number): string => `${paths.home.getHref()}?shuffle=${nameOfSeed(seed)}`;

/** Copies a link that shows the posts in the same order to everyone. */
export const copyShuffle = (seed: number): Promise<void> =>
  copyLink(`${window.location.origin}${shuffleHref(seed)}`, t`Link to this shuffle copied`);
