import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { FullScreenSpinner } from '../components/ui/full-screen-spinner';
import { HOME_PATHS, paths } from '../config/paths';
import { lazyRoute } from '../lib/lazy-route';
import { PublicOnly, RequireUser } from './guards';
import { ScrollToTop } from './scroll-to-top';

const loadShell = () => import('./shells/shelled-pages');
const loadHome = () => import('./routes/home');
const ShelledPages = lazyRoute(loadShell, 'ShelledPages');
const HomeRoute = lazyRoute(loadHome, 'HomeRoute');
const PostRoute = lazyRoute(() => import('./routes/post'), 'PostRoute');
const PhotoRoute = lazyRoute(() => import('./routes/photo'), 'PhotoRoute');
const LoginRoute = lazyRoute(() => import('./routes/login'), 'LoginRoute');
const SignupRoute = lazyRoute(() => import('./routes/signup'), 'SignupRoute');
const CreatePostRoute = lazyRoute(() => import('./routes/create-post'), 'CreatePostRoute');
const SettingsRoute = lazyRoute(() => import('./routes/settings'), 'SettingsRoute');
const SearchRoute = lazyRoute(() => import('./routes/search'), 'SearchRoute');
const AboutRoute = lazyRoute(() => import('./routes/about'), 'AboutRoute');
const ContactRoute = lazyRoute(() => import('./routes/contact'), 'ContactRoute');
const NotificationsRoute = lazyRoute(() => import('./routes/coming-soon'), 'NotificationsRoute');
const ChatBotRoute = lazyRoute(() => import('./routes/coming-soon'), 'ChatBotRoute');
const FeaturesRoute = lazyRoute(() => import('./routes/features'), 'FeaturesRoute');
const MessageRoute = lazyRoute(() => import('./routes/coming-soon'), 'MessageRoute');
const ForgotPasswordRoute = lazyRoute(() => import('./routes/forgot-password'), 'ForgotPasswordRoute');
const AuthCallbackRoute = lazyRoute(() => import('./routes/auth-callback'), 'AuthCallbackRoute');
const OAuthSuccessRoute = lazyRoute(() => import('./routes/oauth-success'), 'OAuthSuccessRoute');
const ProfileRoute = lazyRoute(() => import('./routes/profile'), 'ProfileRoute');
const NotFoundRoute = lazyRoute(() => import('./routes/not-found'), 'NotFoundRoute');

/** Starts loading the frame and the feed beside the session check, where the address says that they come next. */
export const preload = (pathname: string): void => {
  if (/^\/(i\/account|login|auth|oauth-success)(\/|$)/i.test(pathname)) return;
  void loadShell().catch(() => undefined);
  if (HOME_PATHS.includes(pathname)) void loadHome().catch(() => undefined);
};

/** History state of a switch between Home and Messages, which sets the address in place (design §4). */
export interface SectionState {
  section?: true;
}

/** One element for the three addresses of the home screen, so that a switch keeps the feed mounted. `/` is an entry to /home. */
const HomeEntry = () => {
  const location = useLocation();
  const switched = (location.state as SectionState | null)?.section === true;
  if (location.pathname === paths.root.path && !switched)
    return <Navigate to={paths.home.getHref()} replace />;
  return <HomeRoute />;
};

/** Pages inside the shell; `visitors` opens them to those who browse without an account. */
const Shelled = ({ visitors = false }: { visitors?: boolean }) => (
  <RequireUser visitors={visitors}>
    <Suspense fallback={<FullScreenSpinner />}>
      <ShelledPages />
    </Suspense>
  </RequireUser>
);

const AccountPages = () => (
  <PublicOnly>
    <Suspense fallback={<FullScreenSpinner />}>
      <Outlet />
    </Suspense>
  </PublicOnly>
);

/** The route table of A §2.1. */
export const AppRoutes = () => (
  <>
    <ScrollToTop />
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
        <Route path={paths.authCallback.path} element={<AuthCallbackRoute />} />
        <Route path={paths.oauthSuccess.path} element={<OAuthSuccessRoute />} />
      </Route>
      <Route element={<Shelled visitors />}>
        <Route path={paths.root.path} element={<HomeEntry />} />
        <Route path={paths.home.path} element={<HomeEntry />} />
        <Route path={paths.messages.path} element={<HomeEntry />} />
        <Route path={paths.post.path} element={<PostRoute />} />
        <Route path={paths.photo.path} element={<PhotoRoute />} />
        <Route path={paths.search.path} element={<SearchRoute />} />
        <Route path={paths.about.path} element={<AboutRoute />} />
        <Route path={paths.contact.path} element={<ContactRoute />} />
        <Route path={paths.features.path} element={<FeaturesRoute />} />
        <Route path={paths.profile.path} element={<ProfileRoute />} />
        <Route path={paths.profileTab.path} element={<ProfileRoute />} />
        <Route path="*" element={<NotFoundRoute />} />
      </Route>
      <Route element={<Shelled />}>
        <Route path={paths.createPost.path} element={<CreatePostRoute />} />
        <Route path={paths.notifications.path} element={<NotificationsRoute />} />
        <Route path={paths.settings.path} element={<SettingsRoute />} />
        <Route path={paths.message.path} element={<MessageRoute />} />
        <Route path={paths.chatBot.path} element={<ChatBotRoute />} />
      </Route>
    </Routes>
  </>
);
