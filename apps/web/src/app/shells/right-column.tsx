import { AccountMenu } from '../../features/session';
import { Card } from '../../components/ui/card';

/** Beside the content from 992 px (A §2.7): the account and what this place is. */
export const RightColumn = () => (
  <aside
    aria-label="Account and welcome"
    className="sticky top-0 flex h-dvh flex-col gap-4 overflow-y-auto py-4"
  >
    <AccountMenu variant="card" />
    <Card as="section" className="p-5">
      <h2 className="text-title font-semibold">Welcome to Social Feed</h2>
      <p className="mt-2 text-body text-muted">
        A unique, relaxing platform to learn about people&apos;s thoughts, friends, family and the world.
      </p>
    </Card>
  </aside>
);
