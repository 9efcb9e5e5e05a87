import { WelcomeLanguages } from './welcome-languages';
import { WelcomePeople } from './welcome-people';

/** What the welcome offers below its words. Load it lazily, into a place of its height. */
export const WelcomeMore = ({ viewerId, asks }: { viewerId: string | null; asks: boolean }) => (
  <>
    {asks ? <WelcomeLanguages viewerId={viewerId ?? ''} /> : null}
    {viewerId === null ? null : <WelcomePeople viewerId={viewerId} />}
  </>
);
