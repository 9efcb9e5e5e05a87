const SIZE = 44;
const RADIUS = 18;
const ROUND = 2 * Math.PI * RADIUS;

interface ProgressRingProps {
  /** What is going on, for assistive use. */
  label: string;
  /** 0 to 1. */
  share: number;
}

/** How far something is, as a ring on a picture. */
export const ProgressRing = ({ label, share }: ProgressRingProps) => {
  const percent = Math.round(share * 100);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="relative grid size-14 place-items-center rounded-full bg-black/60 text-[0.75rem] font-semibold text-white"
    >
      <svg
        width={SIZE}
        height={SIZE}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="3.5"
        strokeLinecap="round"
        aria-hidden
        className="absolute -rotate-90"
      >
        <circle cx="22" cy="22" r={RADIUS} opacity="0.25" />
        <circle
          cx="22"
          cy="22"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - Math.max(0.02, share))}
          className="transition-[stroke-dashoffset]"
        />
      </svg>
      {percent}
    </span>
  );
};
