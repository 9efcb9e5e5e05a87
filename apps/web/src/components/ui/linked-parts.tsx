import { partText, type TextPart } from '@social-feed/contracts/linked-text';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';

// underlined rather than bold, so that the text does not wrap differently when its links appear
const LINK = 'text-accent-text underline decoration-1 underline-offset-3';

/** The in-app address of a part, including posts of this site; `undefined` for other addresses. */
const hrefOf = (part: Exclude<TextPart, { kind: 'text' }>): string | undefined => {
  if (part.kind === 'tag') return paths.search.getHref(`#${part.tag}`);
  if (part.kind === 'mention') return paths.profile.getHref(part.userName);
  const { origin, pathname, search } = new URL(part.href);
  // its query may contain a comment id
  return origin === window.location.origin && pathname.startsWith('/p/') ? pathname + search : undefined;
};

const PartLink = ({ part }: { part: Exclude<TextPart, { kind: 'text' }> }) => {
  // isolate the link: direction marks in the text around it must not change how it reads
  const shown = <bdi>{part.text}</bdi>;
  const href = hrefOf(part);
  if (href !== undefined)
    return (
      <Link to={href} className={LINK}>
        {shown}
      </Link>
    );
  return part.kind === 'link' ? (
    <a href={part.href} target="_blank" rel="nofollow ugc noopener" className={LINK}>
      {shown}
    </a>
  ) : null;
};

/** A text with its links. */
export const LinkedParts = ({ text }: { text: string }) => {
  const parts = useMemo(() => partText(text), [text]);
  return parts.map((part, index) =>
    part.kind === 'text' ? <span key={index}>{part.text}</span> : <PartLink key={index} part={part} />,
  );
};
