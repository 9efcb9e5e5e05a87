import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { SearchComingSoon } from '../../features/search/components/coming-soon';
import { HashtagList } from '../../features/search/components/hashtag-list';
import { SearchBox } from '../../features/search/components/search-box';
import { SearchTabs } from '../../features/search/components/search-tabs';
import { partOf, termOf, type ResultPart } from '../../features/search/model/search-term';
import { DESKTOP, useMediaQuery } from '../../lib/use-media-query';
import { useViewer } from '../../lib/viewer';
import { FoundAll } from '../search/found-all';
import { FoundPeople } from '../search/found-people';
import { FoundTags } from '../search/found-tags';

const Results = ({ term, part }: { term: string; part: ResultPart }) => {
  const hrefOf = (wanted: ResultPart) =>
    `${paths.search.getHref(term)}${wanted === 'all' ? '' : `&in=${wanted}`}`;
  const parts = {
    all: <FoundAll term={term} hrefOf={hrefOf} />,
    people: <FoundPeople term={term} />,
    tags: <FoundTags term={term} />,
  };
  return (
    <section aria-labelledby="results" className="mt-6">
      <h2 id="results" className="mb-2 px-4 text-section font-semibold wrap-anywhere md:px-0">
        Results for <bdi className="text-accent-text">{term}</bdi>
      </h2>
      <SearchTabs active={part} hrefOf={hrefOf} />
      <div className={part === 'all' ? '' : 'mt-5'}>{parts[part]}</div>
    </section>
  );
};

/** A §2.8: the term, the posts, people and tags that match it, and what is coming. */
export const SearchRoute = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const desktop = useMediaQuery(DESKTOP);
  const { user } = useViewer();
  const term = termOf(query);
  return (
    <div className="pt-5 pb-8 md:pt-6">
      <title>{term === '' ? 'Search · Social Feed' : `${term} · Search · Social Feed`}</title>
      <div className="px-4 md:px-0">
        <h1 className="mb-5 flex min-h-11 items-center text-page font-bold tracking-tight">Search</h1>
        <SearchBox term={term} onSearch={(wanted) => void navigate(paths.search.getHref(wanted))} />
      </div>
      {term === '' ? null : <Results key={term} term={term} part={partOf(query)} />}
      <div className="mt-6 grid grid-cols-1 gap-4 px-4 md:px-0">
        {/* the right column offers them to members */}
        {term === '' && !(desktop && user) ? <HashtagList /> : null}
        <SearchComingSoon />
      </div>
    </div>
  );
};
