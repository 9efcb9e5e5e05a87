import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy';

const LinkedParts = lazyPart(() => import('./linked-parts'), 'LinkedParts');

/** What may lead somewhere; texts without it, most of them, need no more script. */
const MAY_LEAD = /[#＃﹟@＠﹫]\S|:\/\/|[^\s.]\.[^\s.]/;

/** A text of people's, in which addresses, #tags and @names are links. Until what finds them is loaded it is plain. */
export const LinkedText = ({ text }: { text: string }) =>
  MAY_LEAD.test(text) ? (
    <Suspense fallback={<span>{text}</span>}>
      <LinkedParts text={text} />
    </Suspense>
  ) : (
    <span>{text}</span>
  );
