import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { SearchComingSoon } from '../../features/search/components/coming-soon';
import { SearchBox } from '../../features/search/components/search-box';
import { MatchingPosts } from '../search/matching-posts';

/** A §2.8: the term, the posts that match it, and what is coming. */
export const SearchRoute = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const term = (query.get('q') ?? '').trim().slice(0, 100);
  return (
    <div className="pt-5 pb-8 md:pt-6">
      <title>{term === '' ? 'Search · Social Feed' : `${term} · Search · Social Feed`}</title>
      <div className="px-4 md:px-0">
        <h1 className="mb-5 flex min-h-11 items-center text-page font-bold tracking-tight">Search</h1>
        <SearchBox
          key={term}
          term={term}
          onSearch={(wanted) => void navigate(paths.search.getHref(wanted))}
        />
      </div>
      {term === '' ? null : (
        <section aria-labelledby="results" className="mt-6">
          <h2 id="results" className="mb-1 px-4 text-section font-semibold wrap-anywhere md:px-0">
            Results for <bdi className="text-accent-text">{term}</bdi>
          </h2>
          <MatchingPosts key={term} term={term} />
        </section>
      )}
      <div className="mt-4 px-4 md:px-0">
        <SearchComingSoon />
      </div>
    </div>
  );
};
