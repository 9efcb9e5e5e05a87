import { Bell, Bookmark, Image, Pencil, Sprout, type LucideIcon } from 'lucide-react';
import type { Elements } from '../../lib/elements';

const Drawing = ({ children }: { children: Elements }) => (
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

/** Two blank cards with an icon for the missing content. */
const BlankCards = ({ sign: Sign }: { sign: LucideIcon }) => (
  <Drawing>
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
    <Sign x={62} y={45} size="1.5625em" strokeWidth={2} className="fill-accent-soft text-accent" />
  </Drawing>
);

/** An empty list. */
export const EmptyDrawing = () => <BlankCards sign={Sprout} />;

/** Nothing written yet. */
export const UnwrittenDrawing = () => <BlankCards sign={Pencil} />;

/** Nothing saved yet. */
export const UnsavedDrawing = () => <BlankCards sign={Bookmark} />;

/** Nothing told yet. */
export const UnheardDrawing = () => <BlankCards sign={Bell} />;

/** No picture yet. */
export const UnframedDrawing = () => <BlankCards sign={Image} />;

/** A broken cable: the call failed. */
export const BrokenDrawing = () => (
  <Drawing>
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
  </Drawing>
);

/** A signpost in two directions: the page does not exist. */
export const LostDrawing = () => (
  <Drawing>
    <path d="M66 82V16" className="stroke-line" strokeWidth="4" />
    <path d="M62 22h34l9 8-9 8H62z" className="fill-accent-soft stroke-accent" strokeWidth="2.5" />
    <path d="M70 46H38l-9 8 9 8h32z" className="fill-surface stroke-line" strokeWidth="2.5" />
    <path d="M74 30h16M44 54h18" className="stroke-accent" strokeWidth="2.5" />
  </Drawing>
);

/** A clock among leaves: coming soon. */
export const SoonDrawing = () => (
  <Drawing>
    <path
      d="M30 78c-2-14 4-22 14-26 2 12-3 22-14 26Zm72 0c2-14-4-22-14-26-2 12 3 22 14 26Z"
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
    />
    <circle cx="66" cy="46" r="28" className="fill-surface stroke-line" strokeWidth="2.5" />
    <path d="M66 30v16l10 7" className="stroke-accent" strokeWidth="3" />
    <path d="M66 22v3M90 46h-3M66 70v-3M42 46h3" className="stroke-line" strokeWidth="3" />
  </Drawing>
);
