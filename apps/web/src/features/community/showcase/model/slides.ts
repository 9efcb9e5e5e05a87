import { t } from '@lingui/core/macro';
/**
 * Three features and a clip (A §2.2). A feature shows the public post with the number `post`, or else a picture of
 * the demo set, from public/showcase.
 */
export const SLIDES = [
  {
    kind: 'feature',
    title: t`A new view on every visit`,
    text: t`Posts from everyone, shuffled afresh each time you come.`,
    image: '/showcase/balloons.webp',
    post: 0,
    stats: [
      { value: '0', label: t`repeats in a visit` },
      { value: '10', label: t`pictures per post` },
      { value: '2', label: t`videos per post` },
    ],
  },
  {
    kind: 'feature',
    title: t`Conversations that stay calm`,
    text: t`React, answer and follow. What you wrote is kept until it has been sent.`,
    image: '/showcase/mountains.webp',
    post: 1,
    stats: [
      { value: '4', label: t`ways to react` },
      { value: t`2,000`, label: t`characters to answer` },
      { value: t`1 tap`, label: t`to follow` },
    ],
  },
  {
    kind: 'video',
    title: t`Closer, wherever you are`,
    text: t`Everything in one place, and as quiet as an evening by the sea.`,
    clip: '/showcase/waves.mp4',
    poster: '/showcase/waves.webp',
    bullets: [
      t`Real-time messaging and video calls`,
      t`AI content recommendations`,
      t`Advanced privacy and security controls`,
      t`Cross-platform sync`,
    ],
  },
  {
    kind: 'feature',
    title: t`A page of your own`,
    text: t`Your posts, your pictures, your bookmarks and a few words about you.`,
    image: '/showcase/aurora.webp',
    post: 2,
    stats: [
      { value: '4', label: t`tabs on a profile` },
      { value: '3', label: t`themes to choose` },
      { value: '0', label: t`advertisements` },
    ],
  },
] as const;

type Slide = (typeof SLIDES)[number];
/** A picture with three facts about the product. */
export type PictureSlide = Extract<Slide, { kind: 'feature' }>;
export type ClipSlide = Extract<Slide, { kind: 'video' }>;
