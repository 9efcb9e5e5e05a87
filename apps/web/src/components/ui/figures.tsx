import type { ReactNode } from 'react';

const Figure = ({ children }: { children: ReactNode }) => (
  <svg
    width="132"
    height="96"
    viewBox="0 0 132 96"
    fill="none"
    aria-hidden
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <ellipse cx="66" cy="84" rx="44" ry="5" className="fill-fill" />
    {children}
  </svg>
);

/** Two blank cards, and on them what is to come. */
const BlankCards = ({ children }: { children: ReactNode }) => (
  <Figure>
    <rect
      x="22"
      y="26"
      width="62"
      height="50"
      rx="10"
      className="fill-fill stroke-line"
      strokeWidth="2"
      transform="rotate(-6 53 51)"
    />
    <rect x="42" y="20" width="66" height="56" rx="11" className="fill-surface stroke-line" strokeWidth="2" />
    <circle cx="57" cy="35" r="6" className="fill-accent-soft stroke-accent" strokeWidth="2" />
    <path d="M69 33h26M69 39h15" className="stroke-line" strokeWidth="3" />
    {children}
  </Figure>
);

/** A small sprout: nothing here yet. */
export const EmptyFigure = () => (
  <BlankCards>
    <path
      d="M75 68c0-9 0-12 0-16m0 6c-6 0-9-3-9-8 6 0 9 3 9 8Zm0-3c0-6 4-9 9-9 0 6-3 9-9 9Z"
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
    />
  </BlankCards>
);

/** A pen: nothing is written yet. */
export const UnwrittenFigure = () => (
  <BlankCards>
    <path
      d="M62 68l3-9 20-16 6 7-20 16zM65 59l6 7"
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
    />
  </BlankCards>
);

/** A bookmark: nothing is kept yet. */
export const UnsavedFigure = () => (
  <BlankCards>
    <path d="M67 46h16v22l-8-6-8 6z" className="fill-accent-soft stroke-accent" strokeWidth="2" />
  </BlankCards>
);

/** A frame: no picture yet. */
export const UnframedFigure = () => (
  <BlankCards>
    <rect
      x="58"
      y="46"
      width="34"
      height="22"
      rx="4"
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
    />
    <path d="M61 65l9-9 7 6 5-5 8 8" className="stroke-accent" strokeWidth="2" />
  </BlankCards>
);

/** A cable that came apart: the call failed. */
export const BrokenFigure = () => (
  <Figure>
    <path d="M8 66c14 0 12-22 28-22h10" className="stroke-line" strokeWidth="4" />
    <rect
      x="44"
      y="34"
      width="18"
      height="20"
      rx="5"
      className="fill-surface stroke-accent"
      strokeWidth="2.5"
    />
    <path d="M62 40h7M62 48h7" className="stroke-accent" strokeWidth="2.5" />
    <path d="M124 66c-14 0-12-22-28-22h-8" className="stroke-line" strokeWidth="4" />
    <path
      d="M88 34h-5a8 8 0 0 0-8 8v4a8 8 0 0 0 8 8h5z"
      className="fill-accent-soft stroke-accent"
      strokeWidth="2.5"
    />
    <path d="M72 26l-3-8M79 25l3-8M66 29l-7-5" className="stroke-like" strokeWidth="2.5" />
  </Figure>
);

/** A signpost in two directions: this page leads nowhere. */
export const LostFigure = () => (
  <Figure>
    <path d="M66 82V16" className="stroke-line" strokeWidth="4" />
    <path d="M62 22h34l9 8-9 8H62z" className="fill-accent-soft stroke-accent" strokeWidth="2.5" />
    <path d="M70 46H38l-9 8 9 8h32z" className="fill-surface stroke-line" strokeWidth="2.5" />
    <path d="M74 30h16M44 54h18" className="stroke-accent" strokeWidth="2.5" />
  </Figure>
);

/** A clock among leaves: this is on its way. */
export const SoonFigure = () => (
  <Figure>
    <path
      d="M30 78c-2-14 4-22 14-26 2 12-3 22-14 26Zm72 0c2-14-4-22-14-26-2 12 3 22 14 26Z"
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
    />
    <circle cx="66" cy="46" r="28" className="fill-surface stroke-line" strokeWidth="2.5" />
    <path d="M66 30v16l10 7" className="stroke-accent" strokeWidth="3" />
    <path d="M66 22v3M90 46h-3M66 70v-3M42 46h3" className="stroke-line" strokeWidth="3" />
  </Figure>
);
