import { useEffect, useInsertionEffect, useRef, useState, Suspense } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigationType,
  Navigate,
  Outlet,
  Route,
  Routes,
} from 'react-router-dom';
import { HOME_PATHS, paths } from '../config/paths';
import { FullScreenSpinner } from '../components/ui/spinner';
import { isDrawn } from '../lib/drawn';
import { afterPicture, expectPicture } from '../lib/first-picture';
import { askInstance } from '../lib/instance';
import { lazyRoute } from '../lib/lazy';
import { returnPathOf } from '../lib/return-to';
import { showSerif } from '../lib/show-serif';
import { useViewer } from '../lib/viewer';
import { connectSession } from '../features/identity/session/stores/connect-session';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { PublicOnly, RequireUser } from './guards';

/** History state of a link within one page, e.g. between a profile's tabs: the scroll position stays. */
interface PlaceState {
  keepPlace?: true;
}

/**
 * Scrolls a new page or search to the top. After Back, and between Home and Messages, the page sets its own
 * position.
 */
const ScrollToTop = () => {
  const location = useLocation();
  const { pathname } = location;
  const page = pathname + location.search;
  const keepPlace = (location.state as PlaceState | null)?.keepPlace === true;
  const type = useNavigationType();
  const previous = useRef(page);
  useEffect(() => {
    const withinHome = HOME_PATHS.includes(previous.current) && HOME_PATHS.includes(pathname);
    const entered = previous.current !== page && type !== NavigationType.Pop;
    if (entered && !withinHome && !keepPlace) window.scrollTo(0, 0);
    previous.current = page;
  }, [page, pathname, type, keepPlace]);
  return null;
};

/**
 * After a navigation, moves the focus to the content and announces the page title, so that keyboard users start at
 * the top of the page. If something in the content has the focus already, it stays.
 */
const Arrival = () => {
  const { pathname: address } = useLocation();
  // the sections of Home change in place, so the focus stays on the switch
  const pathname = HOME_PATHS.includes(address) ? paths.home.path : address;
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    let arrived = false;
    const arrive = () => {
      setTitle(document.title);
      const content = document.querySelector('main');
      if (arrived || !content) return;
      arrived = true;
      if (!content.contains(document.activeElement)) content.focus({ preventScroll: true });
    };
    // a page that is still loading sets its title later
    const observer = new MutationObserver(arrive);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    arrive();
    return () => observer.disconnect();
  }, [pathname]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
};

/** Shows the serif typeface with the next page if it has arrived since the last. The parts of one page keep theirs. */
const SerifTitles = () => {
  const { pathname } = useLocation();
  const page = HOME_PATHS.includes(pathname) ? 'home' : pathname.split('/')[1];
  const shown = useRef(page);
  // before lists measure their titles
  useInsertionEffect(() => {
    if (shown.current !== page) showSerif();
    shown.current = page;
  }, [page]);
  return null;
};

const ShelledPages = lazyRoute(() => import('./shells/shelled-pages'), 'ShelledPages');
const HomeRoute = lazyRoute(() => import('./routes/home'), 'HomeRoute');
const PostRoute = lazyRoute(() => import('../features/content/post/page/post-screen'), 'PostRoute');
const LaterPages = lazyRoute(() => import('./routes/later-pages'), 'LaterPages');
const ChatBotRoute = lazyRoute(() => import('./routes/chat-bot'), 'ChatBotRoute');
const LoginRoute = lazyRoute(() => import('./routes/login'), 'LoginRoute');
const SignupRoute = lazyRoute(() => import('./routes/signup'), 'SignupRoute');
const ForgotPasswordRoute = lazyRoute(() => import('./routes/forgot-password'), 'ForgotPasswordRoute');
const MailLinkRoute = lazyRoute(() => import('./routes/mail-link'), 'MailLinkRoute');
const InstanceTextRoute = lazyRoute(() => import('./routes/instance-text'), 'InstanceTextRoute');
const AuthCallbackRoute = lazyRoute(() => import('./routes/auth-callback'), 'AuthCallbackRoute');
const OAuthSuccessRoute = lazyRoute(() => import('./routes/oauth-success'), 'OAuthSuccessRoute');

/**
 * Loads the frame and the feed in parallel with the session check, if the address needs them. What the page works
 * without waits until it has loaded and shows its first picture. Resolves once the page can be rendered: if its posts
 * are on the screen already, with them in the cache. React renders an update by a store in one piece.
 */
export const preload = async (pathname: string): Promise<void> => {
  if (pathname === paths.root.path || pathname === paths.home.path) expectPicture();
  // the page works without them
  const ignore = () => undefined;
  const startLater = () => {
    import('./offline/start').then(({ startOffline }) => startOffline()).catch(ignore);
    askInstance();
    import('../lib/focus-keeper').then(({ keepFocusOnPage }) => keepFocusOnPage()).catch(ignore);
  };
  window.addEventListener('load', () => void afterPicture(startLater));
  if (/^\/(i\/account|login|auth|oauth-success)(\/|$)/i.test(pathname)) return;
  const shell = ShelledPages.fetch();
  const home = HOME_PATHS.includes(pathname) && HomeRoute.fetch();
  const page = home || (pathname.startsWith('/p/') ? PostRoute : LaterPages).fetch();
  if (!isDrawn()) return;
  connectSession();
  await Promise.all([shell, page, useSessionStore.getState().initializeAuth()]);
  if (home && window.earlyCalls?.feed) await (await home)?.loadPosts();
};

/** History state of a switch between Home and Messages, which changes only the address. */
interface SectionState {
  section?: true;
}

/**
 * One element for the three addresses of the home screen, so that a switch keeps the feed mounted. `/` redirects to
 * /home.
 */
const HomeEntry = () => {
  const location = useLocation();
  const switched = (location.state as SectionState | null)?.section === true;
  if (location.pathname === paths.root.path && !switched)
    return <Navigate to={paths.home.getHref()} replace />;
  return <HomeRoute />;
};

/** Pages inside the shell; visitors can read most of them. */
const Shelled = () => (
  <RequireUser visitors>
    <Suspense fallback={<FullScreenSpinner />}>
      <ShelledPages />
    </Suspense>
  </RequireUser>
);

/** The second protected layout, for members only (A §2.1); its page renders the layout. */
const Chat = () => (
  <RequireUser>
    <Suspense fallback={<FullScreenSpinner />}>
      <ChatBotRoute />
    </Suspense>
  </RequireUser>
);

/** Their page says for a second that the user is signed in (A §9): home loads meanwhile, with its posts. */
const AccountPages = () => {
  const { user } = useViewer();
  const { state } = useLocation() as { state: unknown };
  const loads = user !== null && HOME_PATHS.includes(returnPathOf(state));
  useEffect(() => {
    if (!loads) return;
    let isHere = true;
    ShelledPages.preload();
    // what fails now is tried again there
    HomeRoute.fetch()
      .then((home) => (isHere ? home?.loadPosts() : undefined))
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [loads]);
  return (
    <PublicOnly>
      <Suspense fallback={<FullScreenSpinner />}>
        <Outlet />
      </Suspense>
    </PublicOnly>
  );
};

/** The route table of A §2.1. */
export const AppRoutes = () => (
  <>
    <SerifTitles />
    <ScrollToTop />
    <Arrival />
    <Routes>
      <Route element={<AccountPages />}>
        <Route path={paths.login.path} element={<LoginRoute />} />
        <Route path={paths.loginShort.path} element={<LoginRoute />} />
        <Route path={paths.signup.path} element={<SignupRoute />} />
        <Route path={paths.forgotPassword.path} element={<ForgotPasswordRoute />} />
      </Route>
      <Route
        element={
          <Suspense fallback={<FullScreenSpinner />}>
            <Outlet />
          </Suspense>
        }
      >
        <Route path={paths.undoEmail.path} element={<MailLinkRoute />} />
        <Route path={paths.notMe.path} element={<MailLinkRoute />} />
        <Route path={paths.instanceText.path} element={<InstanceTextRoute />} />
        <Route path={paths.authCallback.path} element={<AuthCallbackRoute />} />
        <Route path={paths.oauthSuccess.path} element={<OAuthSuccessRoute />} />
      </Route>
      <Route path={paths.chatBot.path} element={<Chat />} />
      <Route element={<Shelled />}>
        <Route path={paths.root.path} element={<HomeEntry />} />
        <Route path={paths.home.path} element={<HomeEntry />} />
        <Route path={paths.messages.path} element={<HomeEntry />} />
        <Route path={paths.post.path} element={<PostRoute />} />
        <Route path="*" element={<LaterPages />} />
      </Route>
    </Routes>
  </>
);
