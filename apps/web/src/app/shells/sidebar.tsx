import { Plus } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { Logo } from '../../components/ui/logo';
import { Tooltip } from '../../components/ui/tooltip';
import { paths } from '../../config/paths';
import { cx } from '../../lib/class-names';
import { HomeLink, HOME_ITEM, SIDEBAR_ITEMS, type NavItem } from './nav';

const itemClass =
  'group flex min-h-12 items-center gap-4 rounded-pill px-3 font-medium text-text transition-colors hover:bg-fill aria-[current=page]:font-semibold aria-[current=page]:text-accent-text';

const Item = ({ item, labelled }: { item: NavItem; labelled: boolean }) => {
  const Icon = item.icon;
  const content = (
    <>
      <Icon
        size={24}
        strokeWidth={1.9}
        aria-hidden
        className="shrink-0 group-aria-[current=page]:stroke-[2.3]"
      />
      <span className={labelled ? 'truncate text-[1rem]' : 'sr-only'}>{item.label}</span>
    </>
  );
  const link =
    item === HOME_ITEM ? (
      <HomeLink className={itemClass}>{content}</HomeLink>
    ) : (
      <NavLink to={item.href} className={itemClass}>
        {content}
      </NavLink>
    );
  return labelled ? link : <Tooltip label={item.label}>{link}</Tooltip>;
};

const CreateLink = ({ labelled }: { labelled: boolean }) => {
  const link = (
    <NavLink
      to={paths.createPost.getHref()}
      className={cx(
        'flex min-h-12 items-center justify-center gap-2 rounded-pill bg-accent font-semibold text-accent-ink transition-[background-color,scale] hover:bg-accent-hover active:scale-[0.98] aria-[current=page]:bg-accent-hover',
        labelled ? 'w-full px-5' : 'size-12',
      )}
    >
      <Plus size={22} strokeWidth={2.4} aria-hidden />
      <span className={labelled ? undefined : 'sr-only'}>Create Post</span>
    </NavLink>
  );
  return labelled ? link : <Tooltip label="Create Post">{link}</Tooltip>;
};

/** The desktop sidebar (`labelled`) and the tablet's icon rail (A §2.6). */
export const Sidebar = ({ labelled }: { labelled: boolean }) => (
  <header
    className={cx(
      'sticky top-0 z-30 flex h-dvh flex-col gap-6 py-4',
      labelled
        ? '-ml-1 overflow-y-auto px-1'
        : 'items-center border-r border-line bg-surface [@media(max-height:30rem)]:overflow-y-auto',
    )}
  >
    <HomeLink
      aria-label="Social Feed, Home"
      className={cx('flex min-h-11 items-center gap-3 rounded-pill', labelled ? 'px-2.5' : 'px-1.5')}
    >
      <Logo size={32} />
      {labelled ? <span className="text-title font-bold tracking-tight">Social Feed</span> : null}
    </HomeLink>
    <nav aria-label="Main">
      <ul className="flex flex-col gap-1">
        {SIDEBAR_ITEMS.map((item) => (
          <li key={item.href}>
            <Item item={item} labelled={labelled} />
          </li>
        ))}
      </ul>
    </nav>
    <CreateLink labelled={labelled} />
  </header>
);
