import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy';

const LinkedParts = lazyPart(() => import('./linked-parts'), 'LinkedParts');

/** Matches texts that may contain a link; most texts do not, and need no further script. */
const MAY_LINK = /[#＃﹟@＠﹫]\S|:\/\/|[^\s.]\.[^\s.]/;

/** Whether a text may contain links. Without, show the plain text: `LinkedText` would add an element. */
export const mayLink = (text: string): boolean => MAY_LINK.test(text);

/** A user's text with addresses, #tags and @names as links. It is plain until the link parser has loaded. */
export const LinkedText = ({ text }: { text: string }) =>
  mayLink(text) ? (
    <Suspense fallback={<span>{text}</span>}>
      <LinkedParts text={text} />
    </Suspense>
  ) : (
    <span>{text}</span>
  );
