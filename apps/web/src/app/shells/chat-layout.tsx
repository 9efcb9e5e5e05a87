import type { ReactNode } from 'react';
import { PageHead } from '../../components/layouts/page';
import { Framed } from './shelled-pages';
import { PageTitle } from '../../components/layouts/page-title';

/**
 * The second protected layout (A §2.1), for chats: the usual columns, with one conversation in the middle.
 */
export const ChatLayout = ({ title, children }: { title: string; children: ReactNode }) => (
  <Framed>
    <PageTitle title={title} />
    <div className="flex min-h-[80dvh] flex-col">
      <PageHead title={title} />
      <div className="grid flex-1 place-items-center px-4 py-10">{children}</div>
    </div>
  </Framed>
);
