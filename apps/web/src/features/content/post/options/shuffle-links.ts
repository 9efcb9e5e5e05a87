import { nameOfSeed } from '@social-feed/feed-order/names';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../../config/paths';
import { copyLink } from '../../../../lib/copy-text';
import { drawSeed } from '../model/feed-seed';

/** Returns the name of a shuffle for reading, such as "amber otter lantern". */
export const wordsOf = (seed: number): string => nameOfSeed(seed).replaceAll('-', ' ');

const hrefOf = (seed: number): string => `${paths.home.getHref()}?shuffle=${nameOfSeed(seed)}`;

/** Copies a link that shows the posts in the same order to everyone. */
export const copyShuffle = (seed: number): Promise<void> =>
  copyLink(`${window.location.origin}${hrefOf(seed)}`, 'Link to this shuffle copied');

/** Returns a function that replaces the shuffle of home with one drawn at random. */
export const useDrawShuffle = () => {
  const navigate = useNavigate();
  return () => {
    window.scrollTo(0, 0);
    void navigate(hrefOf(drawSeed()), { replace: true });
  };
};
