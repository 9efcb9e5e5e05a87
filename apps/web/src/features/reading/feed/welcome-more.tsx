import { WelcomeLanguages } from './welcome-languages';
import { WelcomePeople } from './welcome-people';

/** What the welcome offers below its words. Load it lazily, into a place of its height. */
export const WelcomeMore = ({ viewerId }: { viewerId: string | null }) => (
  <>
    <WelcomeLanguages viewerId={viewerId ?? ''} />
    {viewerId === null ? null : <WelcomePeople viewerId={viewerId} />}
  </>
);
