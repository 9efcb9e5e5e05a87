import { Link } from 'react-router-dom';
import { cx } from '../../lib/class-names';

interface LinkTabsProps<T extends string> {
  /** Accessible name of the tab list. */
  label: string;
  /** Labels of the tabs, in order. */
  tabs: Readonly<Record<T, string>>;
  active: T;
  hrefOf: (tab: T) => string;
}

/**
 * Tabs as links, each with its own address; the scroll position stays. All tabs share one history entry, so that
 * one Back leaves the page.
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
