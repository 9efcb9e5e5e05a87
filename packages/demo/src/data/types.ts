/** The shapes of the generated items. They are plain data: the seeder maps them to database documents. */

/** Languages that demo people write in. */
export type Language = 'en' | 'ar' | 'ja' | 'hi' | 'ru' | 'es' | 'fr' | 'de' | 'pt' | 'ko' | 'zh';

/** Subjects that demo people write about. */
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

/** A file of the demo media with everything a page needs to reserve its space. */
export interface MediaItem {
  /** Path below the media folder, such as `pictures/dunes-03.webp`. */
  readonly file: string;
  readonly kind: 'image' | 'video';
  /** What it is used for. */
  readonly use: 'picture' | 'avatar' | 'cover' | 'clip';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A sentence for people who do not see the picture. */
  readonly alt: string;
  readonly genre: string;
  /** A very small WebP picture as a data URL of at most 300 characters. */
  readonly placeholder: string;
  /** The average colour, `#rrggbb`. */
  readonly color: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Clips only: the path of the still picture. */
  readonly poster?: string;
  /** Clips only. */
  readonly durationSeconds?: number;
}

export interface DemoPerson {
  readonly index: number;
  /** In the person's own script. */
  readonly fullName: string;
  /** Unique whatever the letter case; matches `^[A-Za-z0-9_]{3,30}$`. */
  readonly userName: string;
  /** Lower case, in the reserved domain example.org. */
  readonly email: string;
  /** At most 300 characters. */
  readonly bio: string;
  readonly location: string;
  /** An https address in a reserved domain, where the person has one. */
  readonly website?: string;
  readonly interests: readonly string[];
  readonly joinedAt: Date;
  /** A file of the manifest; absent where the initials are shown. */
  readonly avatar?: string;
  readonly cover?: string;
  readonly language: Language;
  readonly topics: readonly TopicName[];
}

/** Everything a generated item depends on beside its number. */
export interface DemoOptions {
  /** Number of people, at least 2. */
  readonly people: number;
  /** Number of posts that will exist: spreads the dates, and thins reactions out in very large sets. */
  readonly total: number;
}

export interface DemoCounts {
  readonly views: number;
  readonly likes: number;
  readonly dislikes: number;
  readonly shares: number;
  readonly saves: number;
  readonly comments: number;
}

export interface DemoPost {
  readonly index: number;
  /** The number of the person who wrote it. */
  readonly author: number;
  readonly title?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly location?: string;
  readonly images: readonly MediaItem[];
  readonly videos: readonly MediaItem[];
  /** What the post is folded behind; empty where there is nothing. */
  readonly contentWarning: string;
  /** Whether its media are covered. */
  readonly sensitive: boolean;
  readonly createdAt: Date;
  readonly isPinned: boolean;
  readonly language: Language;
  readonly topic: TopicName;
  /** Always equal to what {@link reactionsOf} lists and to the number of comments. */
  readonly counts: DemoCounts;
}

/** What one person did with one post; every listed person has viewed it. */
export interface DemoReaction {
  readonly person: number;
  readonly liked: boolean;
  readonly disliked: boolean;
  readonly saved: boolean;
  readonly shared: boolean;
  readonly viewed: true;
  /** When the post was viewed, later than the post and not later than the demo's now. */
  readonly at: Date;
  /** Seconds. */
  readonly viewDuration: number;
  readonly referralSource: 'feed' | 'profile' | 'search' | 'direct';
}

export interface DemoComment {
  readonly postIndex: number;
  /** Its number below the post, from 0, oldest first. */
  readonly index: number;
  readonly author: number;
  /** The number of the comment that it replies to, which is no reply itself. */
  readonly replyTo: number | undefined;
  /** 1 to 2,000 characters. */
  readonly body: string;
  readonly createdAt: Date;
  /** The people who like it, the author never among them. */
  readonly likedBy: readonly number[];
}

export interface DemoFollow {
  /** The number of the person who is followed. */
  readonly person: number;
  readonly at: Date;
}
