import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { Logo } from '../../components/ui/logo';
import { Tooltip } from '../../components/ui/tooltip';
import { paths } from '../../config/paths';
import { AccountMenu } from '../../features/identity/session/components/account-menu';
import { cx } from '../../lib/class-names';
import { lazyPart } from '../../lib/lazy';
import {
  HomeLink,
  HOME_ITEM,
  MORE_ITEMS,
  NewCount,
  NewDot,
  SEARCH_ITEM,
  useNews,
  useOwnItems,
  type NavItem,
} from './nav';
import { useInstanceName } from '../../lib/instance-store';

const ITEM =
  'group flex min-h-12 items-center font-medium transition-colors hover:bg-fill aria-[current=page]:font-semibold aria-[current=page]:text-accent-text';
/** In the rail: words below the icons where the window is high enough, two columns of icons in landscape. */
const RAIL_ITEM = `${ITEM} w-min min-w-20 flex-col justify-center gap-0.5 rounded-card text-center short:min-h-11 short:min-w-11`;

const Item = ({ item, labelled }: { item: NavItem; labelled: boolean }) => {
  const Icon = item.icon;
  // chat-bot, About and Contact are pressed seldom
  const weight = MORE_ITEMS.indexOf(item) > 0 ? 'text-muted' : 'text-text';
  const itemClass = `${weight} ${labelled ? `${ITEM} gap-4 rounded-pill px-3` : RAIL_ITEM}`;
  const { name, count } = useNews()(item);
  const content = (
    <>
      <span className="relative shrink-0">
        <Icon size="1.5em" strokeWidth={1.9} aria-hidden className="group-aria-[current=page]:stroke-[2.3]" />
        {name !== undefined && (count === undefined || !labelled) ? <NewDot /> : null}
      </span>
      <span
        className={
          labelled
            ? 'line-clamp-2 text-[1rem] leading-tight wrap-anywhere'
            : 'sr-only text-[0.75rem] leading-tight tall:not-sr-only'
        }
      >
        {item.label}
      </span>
      {labelled && count !== undefined ? <NewCount count={count} /> : null}
    </>
  );
  const link =
    item === HOME_ITEM ? (
      <HomeLink className={itemClass}>{content}</HomeLink>
    ) : (
      <NavLink to={item.href} aria-label={name} className={itemClass}>
        {content}
      </NavLink>
    );
  // where the word is below the icon, nothing repeats it
  return labelled ? (
    link
  ) : (
    <Tooltip label={item.label} className="tall:hidden">
      {link}
    </Tooltip>
  );
};

const CreateLink = ({ labelled }: { labelled: boolean }) => {
  const link = (
    <NavLink
      to={paths.createPost.getHref()}
      className={cx(
        'flex min-h-12 shrink-0 items-center justify-center gap-2 rounded-pill bg-accent font-semibold text-accent-ink transition-[background-color,scale] hover:bg-accent-hover active:scale-[0.98] aria-[current=page]:bg-accent-hover',
        labelled ? 'w-full px-5' : 'size-12 short:size-11 short:min-h-11',
      )}
    >
      <Plus size="1.375em" strokeWidth={2.4} aria-hidden />
      <span className={labelled ? undefined : 'sr-only'}>{t`Create Post`}</span>
    </NavLink>
  );
  return labelled ? link : <Tooltip label={t`Create Post`}>{link}</Tooltip>;
};

const OwnItems = ({ labelled }: { labelled: boolean }) => (
  <div className={cx('flex flex-col gap-1', !labelled && 'short:contents')}>
    {useOwnItems().map((item) => (
      <Item key={item.label} item={item} labelled={labelled} />
    ))}
  </div>
);

const Brand = ({ labelled }: { labelled: boolean }) => {
  const name = useInstanceName();
  return (
    <p
      className={cx(
        'flex min-h-11 items-center gap-3 rounded-pill',
        labelled ? 'px-2.5' : 'col-span-2 px-1.5',
      )}
    >
      <Logo size={32} />
      {labelled ? (
        <span translate="no" className="truncate text-title font-bold tracking-tight">
          {name}
        </span>
      ) : null}
    </p>
  );
};

/** The desktop sidebar (`labelled`) and the tablet's icon rail (A §2.6). */
export const Sidebar = ({ labelled }: { labelled: boolean }) => (
  <header
    className={cx(
      'sticky top-0 z-30 flex h-dvh flex-col gap-6 py-4 short:py-1',
      labelled
        ? '-ms-1 overflow-y-auto px-1 short:gap-1'
        : 'items-center border-e border-line bg-surface short:grid short:grid-cols-2 short:content-start short:justify-items-center short:gap-0 short:overflow-y-auto',
    )}
  >
    <Brand labelled={labelled} />
    <nav aria-label={t`Main`} className="col-span-2">
      <ul className={cx('flex flex-col gap-1', !labelled && 'short:grid short:grid-cols-2 short:gap-0')}>
        {[HOME_ITEM, SEARCH_ITEM, ...MORE_ITEMS].map((item) => (
          <li key={item.href}>
            <Item item={item} labelled={labelled} />
          </li>
        ))}
      </ul>
    </nav>
    <CreateLink labelled={labelled} />
    <OwnItems labelled={labelled} />
  </header>
);

const SearchBox = lazyPart(() => import('../../features/reading/search/components/search-box'), 'SearchBox');
const RightPanel = lazyPart(() => import('./right-panel'), 'RightPanel');

/**
 * The right column from 992 px (A §2.7): the search box (except on the search page), the account, and below them
 * the feature panel or its replacement.
 */
export const RightColumn = () => {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <aside
      aria-label={t`Search, account and features`}
      className="sticky top-0 -mx-3 flex h-dvh flex-col gap-4 overflow-y-auto px-3 py-4"
    >
      {pathname === paths.search.path ? null : (
        <Suspense fallback={<div className="h-12 shrink-0 rounded-pill bg-fill" />}>
          <SearchBox term="" onSearch={(term) => void navigate(paths.search.getHref(term))} />
        </Suspense>
      )}
      <AccountMenu variant="card" />
      <Suspense>
        <RightPanel />
      </Suspense>
    </aside>
  );
};
