import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { partOf, termOf, type ResultPart } from '../../features/reading/search/search-term';
import { ComingSoonLine } from '../../components/ui/coming-soon';
import { paths } from '../../config/paths';
import { HashtagList } from '../../features/reading/search/components/hashtag-list';
import { SearchBox } from '../../features/reading/search/components/search-box';
import { PageHead } from '../../components/layouts/page';
import { DESKTOP, useMediaQuery } from '../../lib/use-media-query';
import { useViewer } from '../../lib/viewer';
import {
  FoundAll,
  FoundPeople,
  FoundTags,
  MatchingPosts,
  SuggestedPeople,
} from '../../features/reading/search/components/results';
import { LinkTabs } from '../../components/ui/link-tabs';
import { PageTitle } from '../../components/layouts/page-title';

const TABS: Record<ResultPart, string> = {
  all: t({ message: 'All', context: 'results', comment: 'Posts, people and tags.' }),
  posts: t`Posts`,
  people: t`People`,
  tags: t`Tags`,
};

const PLANS = [t`Advanced search`, t`Hashtag exploration`, t`Trending analysis`, t`Personalized results`];

const Results = ({ term, part }: { term: string; part: ResultPart }) => {
  const hrefOf = (wanted: ResultPart) =>
    `${paths.search.getHref(term)}${wanted === 'all' ? '' : `&in=${wanted}`}`;
  const parts = {
    all: <FoundAll term={term} hrefOf={hrefOf} />,
    posts: <MatchingPosts term={term} />,
    people: <FoundPeople term={term} />,
    tags: <FoundTags term={term} />,
  };
  return (
    <section aria-labelledby="results" className="mt-6">
      <h2 id="results" className="mb-2 px-4 text-section font-semibold wrap-anywhere md:px-0">
        <Trans>
          Results for <bdi className="text-accent-text">{term}</bdi>
        </Trans>
      </h2>
      <div className="border-b border-line">
        <LinkTabs label={t`Results`} tabs={TABS} active={part} hrefOf={hrefOf} />
      </div>
      <div className={part === 'all' ? '' : 'mt-5'}>{parts[part]}</div>
    </section>
  );
};

/** The search page (A §2.8): the term, matching posts, users and tags, and planned features. */
export const SearchRoute = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const desktop = useMediaQuery(DESKTOP);
  const { user } = useViewer();
  const term = termOf(query);
  const part = partOf(query);
  const findsPeople = part === 'people';
  return (
    <div className="pb-8">
      <PageTitle title={term === '' ? t`Search` : t`${term} · Search`} />
      <PageHead title={t`Search`} />
      {/* what is typed into a page that the web server has drawn would be lost */}
      <div inert={import.meta.env.SSR} className="px-4 pt-4 md:px-0 md:pt-0">
        <SearchBox
          term={term}
          onSearch={(wanted) => {
            const href = paths.search.getHref(wanted, term === '' && findsPeople ? part : undefined);
            // as for a link to the page that is open: Back leads away from it at once
            void navigate(href, { replace: wanted === term && part === 'all' });
          }}
        />
      </div>
      {term === '' ? null : <Results key={term} term={term} part={part} />}
      {term === '' && findsPeople ? (
        <div className="mt-6">
          <SuggestedPeople />
        </div>
      ) : null}
      <div className="mt-6 grid grid-cols-1 gap-4 px-4 md:px-0">
        {/* for members the right column shows the hashtags */}
        {term === '' && !findsPeople && !(desktop && user) ? <HashtagList /> : null}
        {/* the planned search features (A §2.8) */}
        {import.meta.env.SSR ? null : <ComingSoonLine as="h2" plans={PLANS} />}
      </div>
    </div>
  );
};
