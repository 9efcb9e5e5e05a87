import { ChartNoAxesColumn, Hash, SlidersHorizontal, Sparkles } from 'lucide-react';
import { Card } from '../../../components/ui/card';

const PLANS = [
  { label: 'Advanced search', icon: SlidersHorizontal },
  { label: 'Hashtag exploration', icon: Hash },
  { label: 'Trending analysis', icon: ChartNoAxesColumn },
  { label: 'Personalized results', icon: Sparkles },
];

/** What search will bring (A §2.8). */
export const SearchComingSoon = () => (
  <Card as="section" className="p-5 md:p-6">
    <h2 className="text-section font-semibold">Coming Soon</h2>
    <p className="mt-1 text-muted">More of search is being built. It will bring:</p>
    <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
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
);
