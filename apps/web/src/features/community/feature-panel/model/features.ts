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
  { id: 'joke', label: 'Tell a Joke', promise: 'A laugh for the way', icon: Laugh },
  { id: 'quote', label: 'Daily Quote', promise: 'Words that stay', icon: Quote },
  { id: 'movie', label: 'Movie Recommendation', promise: 'Animated films to see', icon: Clapperboard },
  { id: 'recipe', label: 'Recipe Ideas', promise: 'Something to cook', icon: CookingPot },
  { id: 'book', label: 'Book Suggestion', promise: 'Fiction to get lost in', icon: BookOpen },
  { id: 'travel', label: 'Travel Ideas', promise: 'Places to dream of', icon: Plane },
  { id: 'fact', label: 'Fun Facts', promise: 'Useless and true', icon: Lightbulb },
  { id: 'music', label: 'Music Discovery', promise: 'A sound to try', icon: Music },
];

/** The card with this id. */
export const featureOf = (id: FeatureId): Feature => FEATURES.find((feature) => feature.id === id)!;
