// Draws the icons of the installed app from the logo: node apps/web/scripts/make-icons.mjs
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));

/** The accent of the light theme (src/styles/tokens.css) in sRGB; brighter above than below on the larger icons. */
const ACCENT = '#5a5bd6';
const SHADE = { above: '#6c6eea', below: '#4a4abf' };

/** The drawing of src/components/ui/logo.tsx, 32 units wide, in white. */
const DRAWING = `
  <path d="M7.5 22c3.2-6.4 6.8-6.4 9.8-2.6s5.2 3 7.2-.8" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
  <circle cx="12" cy="10.8" r="2.7" fill="#fff" />
  <circle cx="20.8" cy="11.8" r="2" fill="#fff" opacity=".75" />`;

/**
 * @param radius of the ground's corners in units of 32; 0 where the system cuts the shape itself
 * @param scale of the drawing on its ground: less than 1 leaves more of it
 */
const icon = (radius, scale) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <linearGradient id="ground" x2="0" y2="1">
    <stop stop-color="${SHADE.above}" />
    <stop offset="1" stop-color="${SHADE.below}" />
  </linearGradient>
  <rect width="32" height="32" rx="${radius}" fill="url(#ground)" />
  <g transform="translate(16 16) scale(${scale}) translate(-16 -15.6)">${DRAWING}</g>
</svg>
`;

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="9.5" fill="${ACCENT}" />${DRAWING}
</svg>
`;

const draw = (svg, size, name) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, quality: 95, effort: 10 })
    .toFile(`${PUBLIC}${name}`);

await Promise.all([
  writeFile(`${PUBLIC}favicon.svg`, favicon),
  draw(icon(9.5, 1), 192, 'icons/icon-192.png'),
  draw(icon(9.5, 1), 512, 'icons/icon-512.png'),
  // within the circle of 80 % that no launcher cuts away
  draw(icon(0, 0.95), 512, 'icons/maskable-512.png'),
  draw(icon(0, 1.04), 180, 'icons/apple-touch-180.png'),
]);
