import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/class-names';

interface PageTabsProps {
  label: string;
  parts: readonly { id: string; label: string; icon?: LucideIcon }[];
  active: string;
  hrefOf: (id: string) => string;
}

/** Links to the parts of a page. On narrow screens the bar scrolls. */
export const PageTabs = ({ label, parts, active, hrefOf }: PageTabsProps) => {
  const bar = useRef<HTMLElement>(null);
  // centre the active tab
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (bar.current && tab)
      bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [active]);
  // Chromium leaves a focused tab outside if it ends exactly at the edge of the bar
  useEffect(() => {
    const tabs = bar.current;
    const show = ({ target }: FocusEvent) =>
      (target as HTMLElement).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    tabs?.addEventListener('focusin', show);
    return () => tabs?.removeEventListener('focusin', show);
  }, []);
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="-mx-4 mb-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <ul className="flex min-w-max gap-1 md:min-w-0 md:flex-wrap">
        {parts.map(({ id, label: name, icon: Icon }) => (
          <li key={id}>
            <Link
              to={hrefOf(id)}
              aria-current={id === active ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2 rounded-pill px-3.5 text-body md:px-2.5 font-semibold transition-colors -outline-offset-2',
                id === active
                  ? 'bg-accent-soft text-accent-text'
                  : 'text-muted hover:bg-fill hover:text-text',
              )}
            >
              {Icon && <Icon size="1.125em" aria-hidden className="md:hidden" />}
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
