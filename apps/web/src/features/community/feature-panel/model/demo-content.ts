import { t } from '@lingui/core/macro';
import { pickOne, type FeatureId, type FeatureResult, type Random } from './feature-result';
import { featureOf } from './features';
import { JOURNEYS, SOUNDS, type Suggestion } from './suggestions';
import { sentences } from '../../../../lib/words/sentences';

/** Start of all demo content (A §8). */
const SORRY = t`Sorry, we couldn't fetch live data right now...`;

/** Cards that always pick from a built-in list, whether or not their service responds (A §7.5). */
const LISTS: { [F in FeatureId]?: readonly Suggestion[] } = { travel: JOURNEYS, music: SOUNDS };

/** Fallback content of the other cards while their service is unavailable. */
const OURS: { [F in FeatureId]?: { text: string; url: string } } = {
  joke: {
    text: t`Why did the feed sit down? It had been scrolling all day.`,
    url: 'https://en.wikipedia.org/wiki/Joke',
  },
  quote: {
    text: t`“The only way to have a friend is to be one.” Ralph Waldo Emerson`,
    url: 'https://en.wikiquote.org/wiki/Ralph_Waldo_Emerson',
  },
  movie: {
    text: t`My Neighbour Totoro (1988): two sisters, a forest, and somebody large who lives in it.`,
    url: 'https://en.wikipedia.org/wiki/My_Neighbor_Totoro',
  },
  recipe: {
    text: t`Spaghetti aglio e olio: garlic and chilli in warm olive oil, pasta, a ladle of its water, parsley.`,
    url: 'https://en.wikipedia.org/wiki/Spaghetti_aglio_e_olio',
  },
  book: {
    text: t`Middlemarch by George Eliot: a whole town, and the good that is done in hidden lives.`,
    url: 'https://en.wikipedia.org/wiki/Middlemarch',
  },
  fact: { text: t`A day on Venus is longer than its year.`, url: 'https://en.wikipedia.org/wiki/Venus' },
};

/** Content of a card whose service is unavailable (A §8). */
export const demoContent = (feature: FeatureId, random: Random): FeatureResult => {
  const ours = OURS[feature];
  const { title, content, url } = ours
    ? {
        title: featureOf(feature).label,
        content: t`Here is one of ours meanwhile. ${ours.text}`,
        url: ours.url,
      }
    : pickOne(LISTS[feature] ?? [], random);
  return { feature, title, content: sentences(SORRY, content), shareUrl: url, redirectUrl: url };
};
