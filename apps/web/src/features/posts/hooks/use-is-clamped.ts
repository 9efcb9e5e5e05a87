import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether an element hides part of its text, for as long as `watch` is true; measured again when its width changes. */
export const useIsClamped = (element: RefObject<HTMLElement | null>, watch: boolean): boolean => {
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
