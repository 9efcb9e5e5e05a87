import { Link } from 'react-router-dom';
import { cx } from '../../../lib/class-names';
import { RESULT_PARTS, type ResultPart } from '../model/search-term';

const LABELS: Record<ResultPart, string> = { all: 'All', people: 'People', tags: 'Tags' };

interface SearchTabsProps {
  active: ResultPart;
  hrefOf: (part: ResultPart) => string;
}

/** Everything, people or tags; each an address of its own. */
export const SearchTabs = ({ active, hrefOf }: SearchTabsProps) => (
  <nav aria-label="Results" className="border-b border-line">
    <ul className="flex gap-1 px-2 md:px-0">
      {RESULT_PARTS.map((part) => (
        <li key={part}>
          <Link
            to={hrefOf(part)}
            state={{ keepPlace: true }}
            aria-current={part === active ? 'page' : undefined}
            className={cx(
              'relative flex h-11 items-center rounded-t-control px-4 font-semibold -outline-offset-2 transition-colors',
              part === active
                ? 'text-text after:absolute after:inset-x-3 after:-bottom-px after:h-[3px] after:rounded-pill after:bg-accent'
                : 'text-muted hover:bg-fill hover:text-text',
            )}
          >
            {LABELS[part]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
