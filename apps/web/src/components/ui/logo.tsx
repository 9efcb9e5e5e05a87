import { useKnownInstance } from '../../lib/instance';

/** Two people over a wave. */
const ProductLogo = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
    <rect width="32" height="32" rx="9.5" className="fill-accent" />
    <g className="stroke-accent-ink" fill="none" strokeWidth="2.6" strokeLinecap="round">
      <path d="M7.5 22c3.2-6.4 6.8-6.4 9.8-2.6s5.2 3 7.2-.8" />
    </g>
    <circle cx="12" cy="10.8" r="2.7" className="fill-accent-ink" />
    <circle cx="20.8" cy="11.8" r="2" className="fill-accent-ink" opacity="0.75" />
  </svg>
);

/** The host's logo, or the product's. Decorative; the name is next to it or in the link's label. */
export const Logo = ({ size = 32 }: { size?: number }) => {
  const logo = useKnownInstance()?.logo;
  if (!logo) return <ProductLogo size={size} />;
  return (
    <img
      src={logo}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded-control object-cover"
      style={{ width: size, height: size }}
    />
  );
};
