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

/** The parts of a page, each an address of its own; the place on the page stays. */
export const LinkTabs = <T extends string>({ label, tabs, active, hrefOf }: LinkTabsProps<T>) => (
  <nav aria-label={label}>
    <ul className="grid auto-cols-fr grid-flow-col">
      {(Object.keys(tabs) as T[]).map((tab) => (
        <li key={tab}>
          <Link
            to={hrefOf(tab)}
            state={{ keepPlace: true }}
            aria-current={tab === active ? 'page' : undefined}
            className={cx(
              'relative flex h-12 items-center justify-center font-semibold -outline-offset-2 transition-colors',
              tab === active
                ? 'text-text after:absolute after:inset-x-[22%] after:bottom-0 after:h-[3px] after:rounded-pill after:bg-accent'
                : 'text-muted hover:bg-fill hover:text-text',
            )}
          >
            {tabs[tab]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
