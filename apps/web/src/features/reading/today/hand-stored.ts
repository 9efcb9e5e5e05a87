import { asRecord, readStored } from '../../../lib/json';
import { utcDay } from '../../content/post/model/hand-way';
import { handsKey, isFirstVisit } from '../feed/visits';

/** What a reader did with the hand of a day, in this browser. */
export interface HandProgress {
  /** Posts of the hand that the reader sees, and the day's seed; absent until the hand was fetched. */
  total?: number;
  seed?: number;
  /** The posts read; the last one read comes last. */
  read?: string[];
  /** The end was reached. */
  isFinished?: boolean;
  /** The strip on home was dismissed. */
  isDismissed?: boolean;
  /** The post that was kept at the end. */
  kept?: string;
}

/** By day in UTC. */
export type Hands = Record<string, HandProgress | undefined>;

export const NO_HANDS: Hands = {};
export const isHands = (value: unknown): value is Hands => asRecord(value) === value;

/** Whether home has a place for the strip: from the second visit on, until the day's hand is finished or dismissed. */
export const isHandDue = (viewerId: string | null): boolean => {
  if (isFirstVisit(viewerId)) return false;
  const today = readStored(handsKey(viewerId), isHands, NO_HANDS)[utcDay()];
  return !today?.isFinished && !today?.isDismissed;
};
