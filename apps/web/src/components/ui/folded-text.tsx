import { t } from '@lingui/core/macro';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
  type UIEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../../lib/class-names';
import { FOLD, foldedText, mayFold, probablyFolds, unfoldedText } from '../../lib/fold-text';
import { lineDirections } from '../../lib/line-directions';
import { LinkedText, mayLink } from './linked-text';

interface Measured {
  hides: boolean;
  lines: number;
  width: number;
}

/** Which texts were too long, so that a post that is drawn again has its height at once; the oldest are dropped first. */
const measured = new Map<string, Measured>();
const MEASURED_MAX = 500;
const lastMeasured = (text: string, lines: number): boolean | undefined => {
  const last = measured.get(text);
  return last?.lines === lines && last.width === window.innerWidth ? last.hides : undefined;
};

/** Measures whether a shown text is too long, and remembers it; `undefined` for one in a hidden part. */
const measure = (node: HTMLElement, text: string, lines: number): boolean | undefined => {
  if (node.scrollHeight === 0) return undefined;
  // prefetch.ts has the same rule; a text whose last line alone would be hidden is shown
  const hides = node.scrollHeight > (lines + 1) * parseFloat(getComputedStyle(node).lineHeight) + 1;
  measured.set(text, { hides, lines, width: window.innerWidth });
  const [oldest] = measured.keys();
  if (measured.size > MEASURED_MAX && oldest !== undefined) measured.delete(oldest);
  return hides;
};

/**
 * Whether a text is too long to be shown whole, measured whenever its size changes while `watch` is true. Starts with
 * what was measured last, or a guess. Where the guess may be wrong, the text is measured as it is drawn, with all texts
 * drawn at once in one layout: browsers count it as a shift of what is below if an observer corrects it, though before
 * the paint.
 */
const useIsClamped = (
  ref: RefObject<HTMLElement | null>,
  text: string,
  lines: number,
  watch: boolean,
): boolean => {
  const [clamped, setClamped] = useState(() => lastMeasured(text, lines) ?? probablyFolds(text, lines));
  useLayoutEffect(() => {
    const node = ref.current;
    if (!node || !watch) return;
    const known = lastMeasured(text, lines) !== undefined || !mayFold(text, lines);
    const first = known ? undefined : measure(node, text, lines);
    if (first !== undefined) setClamped(first);
    const observer = new ResizeObserver(() => {
      const hides = measure(node, text, lines);
      // before the paint
      if (hides !== undefined && hides !== (node.dataset['folds'] === 'more'))
        flushSync(() => setClamped(hides));
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [ref, text, lines, watch]);
  return clamped;
};

interface FoldedTextProps extends Omit<ComponentProps<'p'>, 'children'> {
  text: string;
  expanded: boolean;
  onExpand: () => void;
  /** How many lines show when it is folded. */
  lines?: number;
  /** For a text that stands alone. */
  large?: boolean;
}

/** A user's text. A long one folds behind "Show more", which takes the place of a line. */
export const FoldedText = ({
  text,
  expanded,
  onExpand,
  lines = FOLD,
  large = false,
  className,
  style,
  ...rest
}: FoldedTextProps) => {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const shown = expanded ? unfoldedText(text) : foldedText(text, lines);
  const clamped = useIsClamped(paragraph, text, lines, !expanded);
  const folded = clamped && !expanded;
  /** Browsers scroll it to a link that has the focus, or to what was searched, in the part that is hidden. */
  const handleScroll = ({ currentTarget: node }: UIEvent<HTMLElement>) => {
    if (node.scrollTop === 0) return;
    flushSync(onExpand);
    if (node.contains(document.activeElement)) document.activeElement?.scrollIntoView?.({ block: 'nearest' });
  };
  return (
    <>
      <p
        {...rest}
        ref={paragraph}
        id={id}
        onScroll={folded ? handleScroll : undefined}
        data-folds={expanded ? undefined : clamped ? 'more' : ''}
        dir="auto"
        style={{ ...style, ...lineDirections(text), ...(lines !== FOLD && { '--fold': lines }) }}
        className={cx(
          'wrap-anywhere whitespace-pre-line',
          large ? 'text-section leading-[1.4]' : 'text-body',
          className,
        )}
      >
        {mayLink(shown) ? <LinkedText text={shown} /> : shown}
      </p>
      {folded ? (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={id}
          onClick={onExpand}
          className="relative mt-0.5 text-body font-medium text-accent-text after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline"
        >
          {t`Show more`}
        </button>
      ) : null}
    </>
  );
};
