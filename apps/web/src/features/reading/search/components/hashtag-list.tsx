import { t } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import { Card } from '../../../../components/ui/card';
import { paths } from '../../../../config/paths';
import { useTagsToExplore } from '../search-queries';
import { TagSkeleton } from './hits';

/** Tags of posts here as links, if there are any: the right column's search view. */
export const HashtagList = () => {
  const { tags, isPending } = useTagsToExplore();
  if (tags.length === 0 && !isPending) return null;
  return (
    <Card as="section" aria-labelledby="hashtags" className="p-4">
      <h2 id="hashtags" className="mb-3 text-title font-semibold">
        {t`Hashtags to explore`}
      </h2>
      {isPending ? <TagSkeleton /> : null}
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag} className="max-w-full">
            <Link
              to={paths.search.getHref(tag)}
              className="relative inline-flex min-h-9 max-w-full items-center rounded-pill bg-fill px-3.5 text-meta font-medium transition-colors after:absolute after:inset-x-0 after:-inset-y-1 hover:bg-fill-strong"
            >
              <bdi className="truncate">{`#${tag}`}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
