import { lazy, Suspense } from 'react';
import { Card } from '../../components/ui/card';
import { AccountMenu } from '../../features/session';

const SceneArt = lazy(() =>
  import('../../components/ui/scene-art').then((module) => ({ default: module.SceneArt })),
);

/** Beside the content from 992 px (A §2.7): the account and what this place is. */
export const RightColumn = () => (
  <aside
    aria-label="Account and welcome"
    className="sticky top-0 flex h-dvh flex-col gap-4 overflow-y-auto py-4"
  >
    <AccountMenu variant="card" />
    <Card as="section" className="overflow-hidden">
      <div className="relative h-28 bg-accent-soft">
        <Suspense>
          <SceneArt crop="slope" />
        </Suspense>
      </div>
      <div className="p-5">
        <h2 className="text-title font-semibold">Welcome to Social Feed</h2>
        <p className="mt-1.5 text-pretty text-muted">
          A unique, relaxing platform to learn about people&apos;s thoughts, friends, family and the world.
        </p>
      </div>
    </Card>
  </aside>
);
