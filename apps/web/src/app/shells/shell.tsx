import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { HOME_PATHS, isProfilePath, paths } from '../../config/paths';
import { DESKTOP, ROOMY, TABLET, useMediaQuery } from '../../lib/use-media-query';
import { lazyPart } from '../../lib/lazy';
import { SkipLink } from './nav';
import type { Elements } from '../../lib/elements';

// only one of these two shows at a time; if the other fails to load after rotating a phone offline, the page stays
export const BottomBar = lazyPart(() => import('./bottom-bar'), 'BottomBar');
const Sidebar = lazyPart(() => import('./sides'), 'Sidebar');
const RightColumn = lazyPart(() => import('./sides'), 'RightColumn');
for (const part of window.matchMedia(TABLET).matches ? [Sidebar, RightColumn] : [BottomBar]) part.preload();
export const AccountCorner = lazyPart(() => import('./account-corner'), 'AccountCorner');

/** What shows below a width; what the web server draws is for windows of all widths. */
const Below = ({ hidden, children }: { hidden: 'md:hidden' | 'lg:hidden'; children: Elements }) =>
  import.meta.env.SSR ? <div className={`contents ${hidden}`}>{children}</div> : children;

/** The account menu below 992 px (A §2.7); Home has it in its header. */
const Corner = () => {
  const { pathname } = useLocation();
  if (HOME_PATHS.includes(pathname)) return null;
  return (
    <Below hidden="lg:hidden">
      <Suspense fallback={isProfilePath(pathname) ? <div className="min-h-14" /> : null}>
        <AccountCorner />
      </Suspense>
    </Below>
  );
};

/**
 * The frame of every page inside the app (A §2.6): sidebar, content and right column from 992 px, icon rail and
 * content from 768 px, content and bottom bar below. The window scrolls; the side columns are sticky.
 */
export const Shell = ({ children }: { children: Elements }) => {
  const tablet = useMediaQuery(TABLET);
  const desktop = useMediaQuery(DESKTOP);
  // on phones the composer fills the screen
  const roomy = useMediaQuery(ROOMY);
  const { pathname } = useLocation();
  const composing = pathname === paths.createPost.path && !roomy;
  // the list of the settings takes the room of the right column; who writes wants nothing beside the text
  const wide = desktop && /^\/settings(\/|$)/.test(pathname);
  const column = desktop && !wide && pathname !== paths.createPost.path;
  return (
    <div className="mx-auto grid min-h-dvh grid-cols-1 md:grid-cols-[minmax(5.75rem,min-content)_minmax(0,1fr)] lg:grid-cols-[184px_minmax(0,640px)_272px] lg:justify-center lg:gap-x-5 lg:px-4 xl:grid-cols-[248px_minmax(0,620px)_336px] xl:gap-x-7">
      <SkipLink />
      {tablet ? (
        <Suspense fallback={<div />}>
          <Sidebar labelled={desktop} />
        </Suspense>
      ) : null}
      <main
        id="content"
        tabIndex={-1}
        className={`relative mx-auto w-full min-w-0 outline-none md:px-4 lg:px-0 ${wide ? 'col-span-2' : 'max-w-[640px]'} ${composing ? '' : 'pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-10'}`}
      >
        {column || composing ? null : <Corner />}
        {children}
      </main>
      {column ? (
        <Suspense>
          <RightColumn />
        </Suspense>
      ) : null}
      {(tablet && !import.meta.env.SSR) || composing ? null : (
        <Below hidden="md:hidden">
          <Suspense>
            <BottomBar />
          </Suspense>
        </Below>
      )}
    </div>
  );
};
