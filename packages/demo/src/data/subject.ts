import { phrasebooks } from './languages/index.js';
import { DEMO_SEED, personAt } from './people.js';
import type { Random } from './random.js';
import { randomFor } from './random.js';
import { authorOf } from './schedule.js';
import type { DemoOptions, DemoPerson, Language, TopicName } from './types.js';
import { TOPICS } from './types.js';

const topicOf = (person: DemoPerson, random: Random): TopicName =>
  random.chance(0.85) ? random.pick(person.topics) : random.pick(TOPICS);

/**
 * Falls back to English if the user's language has no sentences about the topic: a text must match its pictures.
 */
const languageOf = ({ language }: DemoPerson, topic: TopicName, random: Random): Language =>
  language !== 'en' && random.chance(0.75) && phrasebooks[language].about[topic] ? language : 'en';

/** Chooses author, topic and language of a post, which its text, pictures and comments share. */
export function postSubject(
  index: number,
  options: DemoOptions,
): { person: DemoPerson; topic: TopicName; language: Language } {
  const random = randomFor(DEMO_SEED, 'subject', index);
  const person = personAt(authorOf(index, options));
  const topic = topicOf(person, random);
  return { person, topic, language: languageOf(person, topic, random) };
}
