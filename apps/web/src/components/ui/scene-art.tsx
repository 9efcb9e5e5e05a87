/** An evening at a lake, drawn in six layers; decorative. Its colours are the same in both themes. */
export const SceneArt = () => (
  <svg
    viewBox="0 0 800 1000"
    preserveAspectRatio="xMidYMid slice"
    className="absolute inset-0 size-full"
    aria-hidden
  >
    <defs>
      <linearGradient id="scene-sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.42 0.12 280)" />
        <stop offset="0.38" stopColor="oklch(0.62 0.13 300)" />
        <stop offset="0.66" stopColor="oklch(0.8 0.11 30)" />
        <stop offset="0.86" stopColor="oklch(0.92 0.07 75)" />
      </linearGradient>
      <linearGradient id="scene-lake" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.82 0.1 40)" />
        <stop offset="0.3" stopColor="oklch(0.62 0.12 320)" />
        <stop offset="1" stopColor="oklch(0.3 0.09 278)" />
      </linearGradient>
      <radialGradient id="scene-sun">
        <stop offset="0" stopColor="oklch(0.98 0.05 90)" />
        <stop offset="0.22" stopColor="oklch(0.96 0.08 85)" />
        <stop offset="0.24" stopColor="oklch(0.93 0.09 75 / 0.55)" />
        <stop offset="1" stopColor="oklch(0.9 0.1 50 / 0)" />
      </radialGradient>
    </defs>
    <rect width="800" height="700" fill="url(#scene-sky)" />
    <g fill="oklch(0.98 0.01 300)">
      <circle cx="92" cy="96" r="1.8" opacity="0.8" />
      <circle cx="214" cy="58" r="1.3" opacity="0.6" />
      <circle cx="338" cy="130" r="1.6" opacity="0.7" />
      <circle cx="498" cy="64" r="1.4" opacity="0.7" />
      <circle cx="604" cy="148" r="1.9" opacity="0.8" />
      <circle cx="716" cy="88" r="1.4" opacity="0.6" />
      <circle cx="148" cy="204" r="1.2" opacity="0.5" />
      <circle cx="676" cy="246" r="1.3" opacity="0.5" />
    </g>
    <circle cx="330" cy="470" r="260" fill="url(#scene-sun)" />
    <g fill="oklch(0.97 0.02 40)">
      <path opacity="0.34" d="M60 372c40-26 74-8 96-20s58-26 96 0 66 6 92 20z" />
      <path opacity="0.26" d="M470 300c34-18 58-4 82-14s60-18 90 2 52 4 70 12z" />
      <path opacity="0.4" d="M-20 470c60-18 110-4 150-12s70-12 110 6 60 2 86 10H-20z" />
    </g>
    <path
      fill="oklch(0.58 0.1 300)"
      d="M0 606c70-46 104-100 168-118s92 46 150 30 90-92 150-98 96 74 152 92 116-52 180-40v200H0z"
    />
    <path
      fill="oklch(0.47 0.1 290)"
      d="M0 640c52-20 96-66 150-64s86 52 148 48 92-62 158-60 98 58 160 52 122-68 184-58v150H0z"
    />
    <path fill="oklch(0.36 0.09 283)" d="M0 668c90-22 160-44 250-30s150 32 250 22 190-44 300-22v70H0z" />
    <rect y="692" width="800" height="308" fill="url(#scene-lake)" />
    <g fill="oklch(0.95 0.07 80)">
      <rect x="262" y="700" width="140" height="5" rx="2.5" opacity="0.85" />
      <rect x="278" y="718" width="112" height="5" rx="2.5" opacity="0.65" />
      <rect x="246" y="738" width="150" height="5" rx="2.5" opacity="0.5" />
      <rect x="292" y="760" width="86" height="5" rx="2.5" opacity="0.4" />
      <rect x="268" y="786" width="128" height="5" rx="2.5" opacity="0.28" />
      <rect x="304" y="816" width="70" height="5" rx="2.5" opacity="0.2" />
    </g>
    <path
      fill="oklch(0.24 0.06 282)"
      d="M0 1000V742c22 6 40 2 58 16l10-44 12 46 14-72 16 78 12-40 13 46c30 12 52 34 92 40s88 8 120 30 66 26 92 52 46 60 70 106z"
    />
    <path
      fill="oklch(0.2 0.05 282)"
      d="M800 1000V806c-18 4-30 14-44 18l-11-58-13 66-12-36-12 48c-40 16-76 26-104 52s-44 62-60 104z"
    />
    <g fill="none" stroke="oklch(0.25 0.06 285)" strokeWidth="3" strokeLinecap="round">
      <path d="M288 316q9-10 18 0q9-10 18 0" />
      <path d="M338 346q7-8 14 0q7-8 14 0" />
      <path d="M258 358q6-7 12 0q6-7 12 0" />
    </g>
  </svg>
);
