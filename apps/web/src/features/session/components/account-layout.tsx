import { lazy, Suspense, type ReactNode } from 'react';
import { Logo } from '../../../components/ui/logo';
import { DESKTOP, useMediaQuery } from '../../../lib/use-media-query';

const Scene = lazy(() => import('./scene').then((module) => ({ default: module.Scene })));

interface AccountLayoutProps {
  tagline: string;
  title: string;
  children: ReactNode;
  /** Below the form: the way to the other account page. */
  footer?: ReactNode;
}

/** Two halves from 992 px, the form left and a scene right; one column below (look.md, Sign-in). */
export const AccountLayout = ({ tagline, title, children, footer }: AccountLayoutProps) => {
  const desktop = useMediaQuery(DESKTOP);
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-2">
      <title>{`${title} · Social Feed`}</title>
      <main className="flex flex-col justify-center px-5 py-8 sm:px-8">
        <div className="mx-auto w-full max-w-[400px]">
          <div className="mb-8 flex items-center gap-3.5">
            <Logo size={48} />
            <div className="min-w-0">
              <p className="text-section leading-tight font-bold tracking-tight">Social Feed</p>
              <p className="text-body text-muted">{tagline}</p>
            </div>
          </div>
          <h1 className="mb-5 text-page font-bold tracking-tight">{title}</h1>
          {children}
          {footer ? <div className="mt-6 text-body text-muted">{footer}</div> : null}
        </div>
      </main>
      {desktop ? (
        <aside aria-label="About Social Feed" className="sticky top-0 h-dvh p-3 pl-0">
          <div className="relative h-full overflow-hidden rounded-card bg-accent-soft">
            <Suspense>
              <Scene />
            </Suspense>
          </div>
        </aside>
      ) : null}
    </div>
  );
};
