import { ChartNoAxesColumn, Hash, Search, SlidersHorizontal, Sparkles } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Card } from '../../components/ui/card';
import { Page } from '../../components/layouts/page';
import { paths } from '../../config/paths';

const PLANS = [
  { label: 'Advanced search', icon: SlidersHorizontal },
  { label: 'Hashtag exploration', icon: Hash },
  { label: 'Trending analysis', icon: ChartNoAxesColumn },
  { label: 'Personalized results', icon: Sparkles },
];

/** A §2.8: the term and what is coming. */
export const SearchRoute = () => {
  const [query] = useSearchParams();
  const term = (query.get('q') ?? '').trim();
  return (
    <Page title="Search">
      <SearchField key={term} term={term} />
      {term === '' ? null : (
        <h2 className="mt-6 text-title font-semibold">
          Results for{' '}
          <span dir="auto" className="text-accent-text">
            {term}
          </span>
        </h2>
      )}
      <Card as="section" className="mt-4 p-5 md:p-6">
        <h3 className="text-section font-semibold">Coming Soon</h3>
        <p className="mt-1 text-muted">Search is being built. It will bring:</p>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2">
          {PLANS.map(({ label, icon: Icon }) => (
            <li key={label} className="flex items-center gap-3 font-medium">
              <span className="grid size-10 shrink-0 place-items-center rounded-media bg-accent-soft text-accent-text">
                <Icon size={20} aria-hidden />
              </span>
              {label}
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
};

const SearchField = ({ term }: { term: string }) => {
  const navigate = useNavigate();
  const [text, setText] = useState(term);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted !== '') void navigate(paths.search.getHref(wanted));
  };
  return (
    <form role="search" onSubmit={handleSubmit}>
      <label className="flex h-12 items-center gap-3 rounded-pill border border-transparent bg-fill px-4 text-muted transition-colors focus-within:border-accent focus-within:bg-surface">
        <Search size={20} aria-hidden />
        <span className="sr-only">Search</span>
        <input
          type="search"
          name="q"
          value={text}
          maxLength={100}
          placeholder="Search hashtags, topics..."
          onChange={(event) => setText(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent text-[1rem] text-text outline-none"
        />
      </label>
    </form>
  );
};
