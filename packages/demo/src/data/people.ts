import { avatars, covers } from './media.js';
import { generatePerson } from './people-names.js';
import people from './people.json' with { type: 'json' };
import type { Random } from './random.js';
import { randomFor } from './random.js';
import type { DemoPerson, MediaItem, TopicName } from './types.js';

/** The sixty people of the demo. None of them exists. */
const HAND_WRITTEN = people as readonly (Pick<
  DemoPerson,
  'fullName' | 'userName' | 'language' | 'location' | 'bio' | 'topics'
> & { interests: string })[];

/** Seed of the demo data that ships with the product. */
export const DEMO_SEED = 20_261_120;
/** The demo's "now", so that the data are the same on every machine. */
export const DEMO_EPOCH = new Date('2026-11-20T18:00:00.000Z');
/** People of the demo set; all of them are hand-written. */
export const DEMO_PEOPLE = 60;
/** Posts of the demo set. */
export const DEMO_POSTS = 2_000;
/** How far back the posts reach. */
export const HISTORY_DAYS = 730;

const DAY_MS = 86_400_000;

const INTEREST_OF: Readonly<Record<TopicName, string>> = {
  garden: 'gardening',
  bread: 'baking',
  trains: 'railways',
  sea: 'the sea',
  code: 'programming',
  music: 'music',
  film: 'cinema',
  city: 'city walks',
  running: 'running',
  family: 'family',
  birds: 'birds',
  craft: 'making things',
  chess: 'chess',
  astronomy: 'stars',
  mountains: 'mountains',
  books: 'books',
  coffee: 'coffee',
  weather: 'weather',
};

/** Where the person joined: before their posts begin, spread over the two and a half years before the demo's now. */
function joinDate(index: number, random: Random): Date {
  const days = index === 0 ? 900 : HISTORY_DAYS + 1 + random.int(0, 300);
  return new Date(DEMO_EPOCH.getTime() - days * DAY_MS + random.int(0, DAY_MS - 1));
}

function mediaOf(index: number, random: Random): { avatar?: string; cover?: string } {
  const file = (list: readonly MediaItem[], at: number): string | undefined => list[at % list.length]?.file;
  // about one in ten keeps the initials; the demo person has a picture
  const avatar = index > 0 && random.chance(0.1) ? undefined : file(avatars, index);
  const cover = index > 0 && random.chance(0.2) ? undefined : file(covers, index * 7 + 3);
  return { ...(avatar ? { avatar } : {}), ...(cover ? { cover } : {}) };
}

/**
 * The person with this number: the hand-written ones first, then as many generated ones as are asked for.
 * @param index 0 is the demo account
 */
export function personAt(index: number): DemoPerson {
  const random = randomFor(DEMO_SEED, 'person', index);
  const common = { index, joinedAt: joinDate(index, random), ...mediaOf(index, random) };
  const hasWebsite = random.chance(0.35);
  const written = HAND_WRITTEN[index];
  const own = written
    ? { ...written, interests: written.interests.split(/, ?/) }
    : generatedPerson(index, random);
  const handle = own.userName.toLowerCase();
  return {
    ...common,
    ...own,
    ...(hasWebsite ? { website: `https://${handle.replaceAll('_', '-')}.example.org` } : {}),
    email: `${handle}@example.org`,
  };
}

function generatedPerson(index: number, random: Random) {
  const { fullName, handle, language, location, topics } = generatePerson(random);
  const interests = topics.map((topic) => INTEREST_OF[topic]);
  const bio = random.pick([
    `Mostly ${interests.join(', ')}.`,
    `Here for ${interests[0] ?? 'the feed'} and quiet company.`,
    `${location}. I post about ${interests.join(' and ')}.`,
    `Learning something about ${interests[1] ?? 'everything'} every week.`,
  ]);
  return {
    fullName,
    userName: `${handle}_${index.toString(36)}`,
    bio,
    location,
    interests,
    language,
    topics,
  };
}
