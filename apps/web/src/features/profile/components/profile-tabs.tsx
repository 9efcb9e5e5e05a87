import { Link } from 'react-router-dom';
import { paths, PROFILE_TABS, type ProfileTab } from '../../../config/paths';
import { cx } from '../../../lib/class-names';

const LABELS: Record<ProfileTab, string> = {
  posts: 'Posts',
  about: 'About',
  bookmarks: 'Bookmarks',
  media: 'Media',
};

/** The four tabs, each an address of its own (A §2.9). */
export const ProfileTabs = ({ userName, active }: { userName: string; active: ProfileTab }) => (
  <nav aria-label="Profile" className="border-t border-line">
    <ul className="grid grid-cols-4">
      {PROFILE_TABS.map((tab) => (
        <li key={tab}>
          <Link
            to={paths.profileTab.getHref(userName, tab)}
            state={{ keepPlace: true }}
            aria-current={tab === active ? 'page' : undefined}
            className={cx(
              'relative flex h-12 items-center justify-center text-body font-semibold transition-colors focus-visible:-outline-offset-2',
              tab === active
                ? 'text-text after:absolute after:inset-x-[22%] after:bottom-0 after:h-[3px] after:rounded-pill after:bg-accent'
                : 'text-muted hover:bg-fill hover:text-text',
            )}
          >
            {LABELS[tab]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
