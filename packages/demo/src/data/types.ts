/** Types of the generated items. They are plain data; the seeder maps them to database documents. */

/** Languages of the demo users. */
export type Language = 'en' | 'ar' | 'ja' | 'hi' | 'ru' | 'es' | 'fr' | 'de' | 'pt' | 'ko' | 'zh';

/** Topics of the demo posts. */
export const TOPICS = [
  'garden',
  'bread',
  'trains',
  'sea',
  'code',
  'music',
  'film',
  'city',
  'running',
  'family',
  'birds',
  'craft',
  'chess',
  'astronomy',
  'mountains',
  'books',
  'coffee',
  'weather',
] as const;
export type TopicName = (typeof TOPICS)[number];

/** A demo media file with the data a page needs to reserve its space. */
export interface MediaItem {
  /** Path below the media folder, such as `pictures/dunes-03.webp`. */
  readonly file: string;
  readonly kind: 'image' | 'video';
  /** What it is used for. */
  readonly use: 'picture' | 'avatar' | 'cover' | 'clip';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Alternative text. */
  readonly alt: string;
  readonly genre: string;
  /** A very small WebP picture as a data URL of at most 300 characters. */
  readonly placeholder: string;
  /** The average colour, `#rrggbb`. */
  readonly color: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** For clips only: path of the poster image. */
  readonly poster?: string;
  /** For clips only. */
  readonly durationSeconds?: number;
}

export interface DemoPerson {
  readonly index: number;
  /** In the user's own script. */
  readonly fullName: string;
  /** Unique, ignoring case; matches `^[A-Za-z0-9_]{3,30}$`. */
  readonly userName: string;
  /** Lower case, in the reserved domain example.org. */
  readonly email: string;
  /** At most 300 characters. */
  readonly bio: string;
  readonly location: string;
  /** An https URL in a reserved domain, if the user has one. */
  readonly website?: string;
  readonly interests: readonly string[];
  readonly joinedAt: Date;
  /** A file of the manifest; absent for initials. */
  readonly avatar?: string;
  readonly cover?: string;
  readonly language: Language;
  readonly topics: readonly TopicName[];
}

/** All inputs of a generated item other than its number. */
export interface DemoOptions {
  /** Number of users, at least 2. */
  readonly people: number;
  /** Total number of posts: spreads the dates, and reduces reactions in very large sets. */
  readonly total: number;
}

interface DemoCounts {
  readonly views: number;
  readonly likes: number;
  readonly dislikes: number;
  readonly shares: number;
  readonly saves: number;
  readonly comments: number;
}

export interface DemoPost {
  readonly index: number;
  /** Number of the author. */
  readonly author: number;
  readonly title?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly location?: string;
  readonly images: readonly MediaItem[];
  readonly videos: readonly MediaItem[];
  /** The content warning; empty for none. */
  readonly contentWarning: string;
  /** Whether the media are sensitive. */
  readonly sensitive: boolean;
  readonly createdAt: Date;
  readonly isPinned: boolean;
  readonly language: Language;
  readonly topic: TopicName;
  /** Always matches the result of {@link reactionsOf} and the number of comments. */
  readonly counts: DemoCounts;
}

/** One user's reactions to a post; every listed user has viewed it. */
export interface DemoReaction {
  readonly person: number;
  readonly liked: boolean;
  readonly disliked: boolean;
  readonly saved: boolean;
  readonly shared: boolean;
  readonly viewed: true;
  /** View time, later than the post and not later than the demo's current time. */
  readonly at: Date;
  /** In seconds. */
  readonly viewDuration: number;
  readonly referralSource: 'feed' | 'profile' | 'search' | 'direct';
}

export interface DemoComment {
  readonly postIndex: number;
  /** Its number within the post, from 0, oldest first. */
  readonly index: number;
  readonly author: number;
  /** The number of the top-level comment that it replies to. */
  readonly replyTo: number | undefined;
  /** 1 to 2,000 characters. */
  readonly body: string;
  readonly createdAt: Date;
  /** Users who like it, without the author. */
  readonly likedBy: readonly number[];
}

export interface DemoFollow {
  /** The number of the followed user. */
  readonly person: number;
  readonly at: Date;
}
