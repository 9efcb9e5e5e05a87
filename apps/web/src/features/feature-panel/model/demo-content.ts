import type { FeatureId, FeatureResult } from './feature-result';
import { featureOf } from './features';

/** How demo content begins (A §8). */
const SORRY = "Sorry, we couldn't fetch live data right now...";

/** What stands in while a service cannot be reached: one of ours for each card. */
const OURS: Record<FeatureId, { text: string; url: string }> = {
  joke: {
    text: 'Why did the feed sit down? It had been scrolling all day.',
    url: 'https://en.wikipedia.org/wiki/Joke',
  },
  quote: {
    text: '“The only way to have a friend is to be one.” Ralph Waldo Emerson',
    url: 'https://en.wikiquote.org/wiki/Ralph_Waldo_Emerson',
  },
  movie: {
    text: 'My Neighbour Totoro (1988): two sisters, a forest, and somebody large who lives in it.',
    url: 'https://en.wikipedia.org/wiki/My_Neighbor_Totoro',
  },
  recipe: {
    text: 'Spaghetti aglio e olio: garlic and chilli in warm olive oil, pasta, a ladle of its water, parsley.',
    url: 'https://en.wikipedia.org/wiki/Spaghetti_aglio_e_olio',
  },
  book: {
    text: 'Middlemarch by George Eliot: a whole town, and the good that is done in hidden lives.',
    url: 'https://en.wikipedia.org/wiki/Middlemarch',
  },
  travel: {
    text: 'The next small station on your line: get off, walk once around, take the train back.',
    url: 'https://en.wikivoyage.org/wiki/Main_Page',
  },
  fact: { text: 'A day on Venus is longer than its year.', url: 'https://en.wikipedia.org/wiki/Venus' },
  music: {
    text: 'Clair de lune by Claude Debussy: five minutes, best with the lights off.',
    url: 'https://en.wikipedia.org/wiki/Suite_bergamasque',
  },
};

/** What a card shows when its service could not be reached (A §8). */
export const demoContent = (feature: FeatureId): FeatureResult => {
  const { text, url } = OURS[feature];
  return {
    feature,
    title: featureOf(feature).label,
    content: `${SORRY} Here is one of ours meanwhile. ${text}`,
    shareUrl: url,
    redirectUrl: url,
  };
};
