import type { ReactNode } from 'react';
import { AccountMenu } from '../../features/session/components/account-menu';
import { DESKTOP, TABLET, useMediaQuery } from '../../lib/use-media-query';
import { BottomBar } from './bottom-bar';
import { Sidebar } from './sidebar';
import { SkipLink } from './nav';

/** Widths of the sidebar and of its icon rail, in pixels. */
const SIDEBAR = { desktop: 248, tablet: 72 };

/**
 * The second protected layout (A §2.1), for talking: the sidebar, and all the rest of the screen for one conversation,
 * whose bar stays in sight. No right column.
 */
export const ChatLayout = ({ title, children }: { title: string; children: ReactNode }) => {
  const tablet = useMediaQuery(TABLET);
  const desktop = useMediaQuery(DESKTOP);
  return (
    <div className="flex min-h-dvh">
      <title>{`${title} · Social Feed`}</title>
      <SkipLink />
      {tablet ? (
        <div className="shrink-0 lg:px-4" style={{ width: desktop ? SIDEBAR.desktop : SIDEBAR.tablet }}>
          <Sidebar labelled={desktop} />
        </div>
      ) : null}
      <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <header className="sticky top-0 z-30 flex h-16 items-center justify-between gap-3 border-b border-line bg-surface/92 px-4 backdrop-blur-lg">
          <h1 className="text-section font-bold tracking-tight">{title}</h1>
          <AccountMenu />
        </header>
        <div className="grid flex-1 place-items-center px-4 py-10 pb-24">{children}</div>
      </main>
      {tablet ? null : <BottomBar />}
    </div>
  );
};
