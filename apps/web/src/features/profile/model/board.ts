import { asRecord } from '../../../lib/as-record';

/** A profile board as the profile shows it (A §3); whatever the answer leaves out is empty or 0. */
export interface Board {
  _id: string;
  coverPhoto: string;
  bio: string;
  location: string;
  website: string;
  interests: string[];
  /** Ids of posts; empty for anyone but the owner. */
  bookmarks: string[];
  socialStats: { followers: number; following: number; posts: number; likes: number };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

const toBoard = (value: unknown): Board[] => {
  if (typeof value !== 'object' || value === null) return [];
  const board = asRecord(value);
  const stats = asRecord(board['socialStats']);
  return [
    {
      _id: text(board['_id']),
      coverPhoto: text(board['coverPhoto']),
      bio: text(board['bio']),
      location: text(board['location']),
      website: text(board['website']),
      interests: texts(board['interests']),
      bookmarks: texts(board['bookmarks']),
      socialStats: {
        followers: count(stats['followers']),
        following: count(stats['following']),
        posts: count(stats['posts']),
        likes: count(stats['likes']),
      },
    },
  ];
};

/** The boards in an answer's `data`, an object or an array, as a list (A §7.3). */
export const toBoards = (answer: unknown): Board[] => {
  const { success, data } = asRecord(answer);
  if (success === false) return [];
  return Array.isArray(data) ? data.flatMap(toBoard) : toBoard(data);
};

/** The address behind a website as written, or `null` where it is no http(s) address. */
export const websiteHref = (website: string): string | null =>
  /^https?:\/\//i.test(website.trim()) && URL.canParse(website.trim()) ? website.trim() : null;

/** A website as a reader writes it: without protocol, `www.` and closing slash. */
export const websiteLabel = (website: string): string =>
  website
    .trim()
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '');
