import { Link } from 'react-router-dom';
import { cx } from '../../lib/class-names';

interface LinkTabsProps<T extends string> {
  /** Of what they are the parts, for assistive use. */
  label: string;
  /** What each is called, in their order. */
  tabs: Readonly<Record<T, string>>;
  active: T;
  hrefOf: (tab: T) => string;
}

/**
 * The parts of a page, each an address of its own; the place on the page stays. They share one entry of the history: one
 * Back leaves the page, however many parts were looked at.
 */
export const LinkTabs = <T extends string>({ label, tabs, active, hrefOf }: LinkTabsProps<T>) => (
  <nav aria-label={label}>
    <ul className="grid auto-cols-[minmax(max-content,1fr)] grid-flow-col overflow-x-auto">
      {(Object.keys(tabs) as T[]).map((tab) => (
        <li key={tab}>
          <Link
            to={hrefOf(tab)}
            replace
            state={{ keepPlace: true }}
            aria-current={tab === active ? 'page' : undefined}
            className={cx(
              'flex min-h-12 items-stretch justify-center font-semibold -outline-offset-2 transition-colors',
              tab === active
                ? 'text-text [&>span]:after:absolute [&>span]:after:inset-x-0 [&>span]:after:bottom-0 [&>span]:after:h-[3px] [&>span]:after:rounded-pill [&>span]:after:bg-accent'
                : 'text-muted hover:bg-fill hover:text-text',
            )}
          >
            <span className="relative flex items-center">{tabs[tab]}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
