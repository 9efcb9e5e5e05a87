import { useEffect, useRef } from 'react';

/** The result of a check in a dialog, scrolled into view on low screens. */
export const CheckResult = ({ children }: { children: string }) => {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (children !== '') text.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <p ref={text} role="status" className="text-meta text-muted not-empty:mt-3">
      {children}
    </p>
  );
};
