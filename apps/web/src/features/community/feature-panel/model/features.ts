import { t } from '@lingui/core/macro';
import {
  BookOpen,
  Clapperboard,
  CookingPot,
  Laugh,
  Lightbulb,
  Music,
  Plane,
  Quote,
  type LucideIcon,
} from 'lucide-react';
import type { FeatureId } from './feature-result';

interface Feature {
  id: FeatureId;
  label: string;
  /** Short description of the card. */
  promise: string;
  icon: LucideIcon;
}

/** The eight cards, in the order of A §2.10. */
export const FEATURES: readonly Feature[] = [
  { id: 'joke', label: t`Tell a Joke`, promise: t`A laugh for the way`, icon: Laugh },
  { id: 'quote', label: t`Daily Quote`, promise: t`Words that stay`, icon: Quote },
  { id: 'movie', label: t`Movie Recommendation`, promise: t`Animated films to see`, icon: Clapperboard },
  { id: 'recipe', label: t`Recipe Ideas`, promise: t`Something to cook`, icon: CookingPot },
  { id: 'book', label: t`Book Suggestion`, promise: t`Fiction to get lost in`, icon: BookOpen },
  { id: 'travel', label: t`Travel Ideas`, promise: t`Places to dream of`, icon: Plane },
  { id: 'fact', label: t`Fun Facts`, promise: t`Useless and true`, icon: Lightbulb },
  { id: 'music', label: t`Music Discovery`, promise: t`A sound to try`, icon: Music },
];

/** The card with this id. */
export const featureOf = (id: FeatureId): Feature => FEATURES.find((feature) => feature.id === id)!;
