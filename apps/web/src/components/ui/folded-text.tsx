import { useId, useLayoutEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { cx } from '../../lib/class-names';
import { foldedText, unfoldedText } from '../../lib/fold-text';
import { LinkedText } from './linked-text';

/** Whether an element hides part of its text. Measures while `watch` is true, again whenever the width changes. */
const useIsClamped = (element: RefObject<HTMLElement | null>, watch: boolean): boolean => {
  const [clamped, setClamped] = useState(false);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node || !watch) return;
    const measure = () => setClamped(node.scrollHeight > node.clientHeight + 1);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, watch]);
  return clamped;
};

interface FoldedTextProps extends Omit<ComponentProps<'p'>, 'children'> {
  text: string;
  expanded: boolean;
  onExpand: () => void;
}

/** A user's text; long texts fold behind "Show more". */
export const FoldedText = ({ text, expanded, onExpand, className, ...rest }: FoldedTextProps) => {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const clamped = useIsClamped(paragraph, !expanded);
  return (
    <>
      <p
        {...rest}
        ref={paragraph}
        id={id}
        dir="auto"
        className={cx('text-body wrap-anywhere whitespace-pre-line', className, !expanded && 'line-clamp-5')}
      >
        <LinkedText text={expanded ? unfoldedText(text) : foldedText(text)} />
      </p>
      {clamped && !expanded ? (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={id}
          onClick={onExpand}
          className="relative mt-0.5 text-body font-medium text-accent-text after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline"
        >
          Show more
        </button>
      ) : null}
    </>
  );
};
