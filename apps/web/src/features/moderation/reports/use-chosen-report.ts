import type { ReportCase } from '@social-feed/contracts';
import { useEffect, useRef, useState } from 'react';
import { useFocusKept } from '../../../lib/use-focus-kept';

interface OpenReports {
  items: readonly ReportCase[];
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Which report is chosen, and the focus on its card. The element of `box` holds the cards, each with its report's id in
 * `data-report`.
 * @param asks whether a dialog is open, which would take the focus back
 */
export const useChosenReport = (reports: OpenReports, asks: boolean) => {
  const { items: cases, hasNextPage, isFetchingNextPage, fetchNextPage } = reports;
  const [chosen, setChosen] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  const cards = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-report]') ?? [])];
  const choose = (card: HTMLElement | undefined): void => {
    (card ?? box.current)?.focus();
    setChosen(card?.dataset['report'] ?? null);
  };
  /** Index of the card to focus next: the one that takes the decided card's position. */
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null || asks) return;
    const index = next.current;
    next.current = null;
    const all = cards();
    choose(all[Math.min(index, all.length - 1)]);
  }, [cases, asks]);
  return {
    box,
    chosen,
    setChosen,
    cards,
    /** Moves to the card with this index, or the first or last, and fetches more near the end. */
    moveTo: (index: number): void => {
      const all = cards();
      const card = all[Math.max(0, Math.min(index, all.length - 1))];
      choose(card);
      card?.scrollIntoView?.({ block: 'nearest' });
      if (index >= all.length - 2 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    /** Once this report has left the list, moves to the one in its position. */
    leave: (reportCase: ReportCase): void => {
      next.current = cases.indexOf(reportCase);
    },
  };
};
