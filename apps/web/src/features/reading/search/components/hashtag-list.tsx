import { t } from '@lingui/core/macro';
import { SUGGESTED_TAGS } from '@social-feed/contracts';
import { Link } from 'react-router-dom';
import { Card } from '../../../../components/ui/card';
import { paths } from '../../../../config/paths';

/** The hashtags that the search box can suggest, as links: the right column's search view. */
export const HashtagList = () => (
  <Card as="section" aria-labelledby="hashtags" className="p-4">
    <h2 id="hashtags" className="mb-3 text-title font-semibold">
      {t`Hashtags to explore`}
    </h2>
    <ul className="flex flex-wrap gap-2">
      {SUGGESTED_TAGS.map((tag) => (
        <li key={tag}>
          <Link
            to={paths.search.getHref(tag)}
            dir="auto"
            className="relative inline-flex min-h-9 items-center rounded-pill bg-fill px-3.5 text-meta font-medium transition-colors after:absolute after:inset-x-0 after:-inset-y-1 hover:bg-fill-strong"
          >
            {`#${tag}`}
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);
