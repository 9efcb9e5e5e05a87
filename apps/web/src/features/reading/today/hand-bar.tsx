/** A thin bar: how much of the hand is read. The text beside it says the same. */
export const HandBar = ({ done, of }: { done: number; of: number }) => (
  <span aria-hidden className="block h-1 min-w-0 flex-1 overflow-hidden rounded-pill bg-fill-strong">
    <span
      className="block size-full rounded-pill bg-accent transition-transform"
      style={{ width: `${of === 0 ? 0 : Math.min(100, (100 * done) / of)}%` }}
    />
  </span>
);
