import type { InstanceSettings } from '@social-feed/contracts';

const icon = (name: string, size: number, purpose?: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose && { purpose }),
});
const ICONS = [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any')];
const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192', 192)] });

/**
 * Returns the web app's manifest: that of the build (apps/web/public/manifest.webmanifest) with the settings of the
 * instance. A logo replaces the maskable icon, which systems prefer; it need not be square.
 */
export const manifestOf = ({ name, description, language, logo }: InstanceSettings) => ({
  id: '/',
  name,
  short_name: name,
  description:
    description ||
    "A unique, relaxing platform to learn about people's thoughts, friends, family and the world.",
  lang: language,
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fcfaf6',
  theme_color: '#fcfaf6',
  categories: ['social'],
  icons:
    logo === ''
      ? [...ICONS, icon('maskable-512', 512, 'maskable')]
      : [{ src: logo, sizes: 'any', purpose: 'any' }, ...ICONS],
  shortcuts: [shortcut('Create Post', '/createpost'), shortcut('Search', '/search')],
});
