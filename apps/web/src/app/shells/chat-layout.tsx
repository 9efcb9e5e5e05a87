import type { ReactNode } from 'react';
import { Framed } from './shelled-pages';

/**
 * The second protected layout (A §2.1), for chats: the usual columns, with one conversation and its sticky bar in
 * the middle.
 */
export const ChatLayout = ({ title, children }: { title: string; children: ReactNode }) => (
  <Framed>
    <title>{`${title} · Social Feed`}</title>
    <div className="flex min-h-[80dvh] flex-col">
      {/* below 992 px the account menu is in the corner: use the same height, so that the centres align */}
      <header className="sticky top-0 z-10 flex min-h-21 items-center border-b border-line bg-background/90 px-4 backdrop-blur-lg md:min-h-23 md:px-0 lg:min-h-16">
        <h1 className="text-section font-bold tracking-tight">{title}</h1>
      </header>
      <div className="grid flex-1 place-items-center px-4 py-10">{children}</div>
    </div>
  </Framed>
);
