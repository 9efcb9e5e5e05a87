import { CircleUser, Palette, Shield, UserPen, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyRoute } from '../../lib/lazy-route';

interface SettingsPart {
  /** Last segment of its address, `/settings/{id}`. */
  id: string;
  label: string;
  icon: LucideIcon;
  Content: ComponentType;
}

/** The parts of the settings in the order of their tabs; the first is what /settings shows. Each loads when opened. */
export const SETTINGS_PARTS: readonly [SettingsPart, ...SettingsPart[]] = [
  {
    id: 'profile',
    label: 'Profile',
    icon: UserPen,
    Content: lazyRoute(() => import('./settings-profile'), 'ProfileSettings'),
  },
  {
    id: 'appearance',
    label: 'Appearance',
    icon: Palette,
    Content: lazyRoute(() => import('./settings-appearance'), 'AppearanceSettings'),
  },
  {
    id: 'security',
    label: 'Security',
    icon: Shield,
    Content: lazyRoute(() => import('./settings-security'), 'SecuritySettings'),
  },
  {
    id: 'account',
    label: 'Account',
    icon: CircleUser,
    Content: lazyRoute(() => import('./settings-account'), 'AccountSettings'),
  },
];
