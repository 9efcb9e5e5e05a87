import { useEffect, useRef } from 'react';

/** The result of a check in a dialog, scrolled into view on low screens. */
export const CheckResult = ({ children }: { children: string }) => {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (children !== '') text.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <p ref={text} role="status" className="mt-3 min-h-10 text-meta text-muted">
      {children}
    </p>
  );
};
