import type { ReactNode } from 'react';
import { Logo } from '../../../components/ui/logo';

interface ProgressFrameProps {
  title: string;
  /** One sentence under the title. */
  lead: string;
  /** How far it is. */
  children: ReactNode;
}

/** What the pages have in common to which a provider's page leads back: a card in the middle. */
export const ProgressFrame = ({ title, lead, children }: ProgressFrameProps) => (
  <main className="grid min-h-dvh place-items-center px-5">
    <title>{`${title.replace(/\.+$/, '')} · Social Feed`}</title>
    <div className="w-full max-w-[400px] rounded-card border border-line bg-surface p-6">
      <div className="mb-6 flex items-center gap-3">
        <Logo size={40} />
        <span className="text-title font-bold tracking-tight">Social Feed</span>
      </div>
      <h1 className="text-page font-bold tracking-tight">{title}</h1>
      <p className="mt-2 text-body text-muted">{lead}</p>
      {children}
    </div>
  </main>
);
