import type { ReactNode } from 'react';

type Brand = 'google' | 'facebook' | 'linkedin' | 'oidc' | 'x';

/** Logos of the providers, drawn by hand; the name is next to them or in the button's label. */
const MARKS: Record<Brand, ReactNode> = {
  google: (
    <g fill="none" strokeWidth="4">
      <path d="M5.2 8A7.9 7.9 0 0 1 17.6 6.4" stroke="#ea4335" />
      <path d="M5.2 16A7.9 7.9 0 0 1 5.2 8" stroke="#fbbc05" />
      <path d="M17.2 18A7.9 7.9 0 0 1 5.2 16" stroke="#34a853" />
      <path d="M12 12h8a7.9 7.9 0 0 1-2.8 6" stroke="#4285f4" />
    </g>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="11" fill="#1877f2" />
      <path
        d="M13 23v-8.4h2.9l.5-3.3H13V9.4c0-1 .4-1.7 1.9-1.7h1.6V4.8a17 17 0 0 0-2.5-.2c-2.7 0-4.4 1.6-4.4 4.3v2.4h-3v3.3h3V23z"
        fill="#fff"
      />
    </>
  ),
  linkedin: (
    <>
      <rect x="1.5" y="1.5" width="21" height="21" rx="4" fill="#0a66c2" />
      <g fill="#fff">
        <circle cx="7" cy="7.1" r="1.7" />
        <path d="M5.6 10h2.8v8.4H5.6z" />
        <path d="M10.3 10H13v1.2c.5-.8 1.4-1.4 2.8-1.4 2.4 0 3.3 1.5 3.3 3.9v4.7h-2.8v-4.3c0-1.2-.4-1.9-1.4-1.9-1.2 0-1.8.8-1.8 2.1v4.1h-2.8z" />
      </g>
    </>
  ),
  // a key, because the host's provider has no known logo
  oidc: (
    <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
      <circle cx="8" cy="15" r="5" />
      <path d="M11.6 11.4 20 3M16 7l3.5 3.5" />
    </g>
  ),
  x: (
    <g fill="none" stroke="currentColor">
      <path d="M4.5 4h3.4l11.6 16h-3.4z" strokeWidth="1.7" strokeLinejoin="round" />
      <path d="M4.6 20l6.3-6.9M13.4 10.4 19 4" strokeWidth="1.9" strokeLinecap="round" />
    </g>
  ),
};

/** The logo of a provider in its own colours. */
export const BrandIcon = ({ brand, size = 20 }: { brand: Brand; size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden className="shrink-0">
    {MARKS[brand]}
  </svg>
);
