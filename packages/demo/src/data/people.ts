import { avatars, covers } from './media.js';
import { generatePerson } from './people-names.js';
import people from './people.json' with { type: 'json' };
import type { Random } from './random.js';
import { randomFor } from './random.js';
import type { DemoPerson, MediaItem, TopicName } from './types.js';

/** The sixty hand-written demo users. All are fictional. */
const HAND_WRITTEN = people as readonly (Pick<
  DemoPerson,
  'fullName' | 'userName' | 'language' | 'location' | 'bio' | 'topics'
> & { interests: string })[];

/** Seed of the demo data that ships with the product. */
export const DEMO_SEED = 20_261_120;
/** The current time of the demo, fixed so that the data are the same on every machine. */
export const DEMO_EPOCH = new Date('2026-11-20T18:00:00.000Z');
/** Number of users in the demo set; all are hand-written. */
export const DEMO_PEOPLE = 60;
/** Number of posts in the demo set. */
export const DEMO_POSTS = 2_000;
/** Age of the oldest posts, in days. */
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

/** Join date: before the user's first post, within the two and a half years before the demo's current time. */
function joinDate(index: number, random: Random): Date {
  const days = index === 0 ? 900 : HISTORY_DAYS + 1 + random.int(0, 300);
  return new Date(DEMO_EPOCH.getTime() - days * DAY_MS + random.int(0, DAY_MS - 1));
}

function mediaOf(index: number, random: Random): { avatar?: string; cover?: string } {
  const file = (list: readonly MediaItem[], at: number): string | undefined => list[at % list.length]?.file;
  // About one in ten has only initials, but never the demo account.
  const avatar = index > 0 && random.chance(0.1) ? undefined : file(avatars, index);
  const cover = index > 0 && random.chance(0.2) ? undefined : file(covers, index * 7 + 3);
  return { ...(avatar ? { avatar } : {}), ...(cover ? { cover } : {}) };
}

/** The users of the demo set, who are asked for again and again. */
const known = new Map<number, DemoPerson>();

/**
 * Returns the user with this number: first the hand-written ones, then any number of generated ones.
 * @param index 0 is the demo account
 */
export function personAt(index: number): Readonly<DemoPerson> {
  const person = known.get(index) ?? createPerson(index);
  if (index < DEMO_PEOPLE) known.set(index, person);
  return person;
}

function createPerson(index: number): DemoPerson {
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
