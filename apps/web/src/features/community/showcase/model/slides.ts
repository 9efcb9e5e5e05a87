/**
 * Three features and a clip (A §2.2). A feature shows the public post with the number `post`, or else a picture of
 * the demo set, from public/showcase.
 */
export const SLIDES = [
  {
    kind: 'feature',
    title: 'A new view on every visit',
    text: 'Posts from everyone, shuffled afresh each time you come, and never the same one twice.',
    image: '/showcase/balloons.webp',
    post: 0,
    stats: [
      { value: '0', label: 'repeats in a visit' },
      { value: '10', label: 'pictures per post' },
      { value: '2', label: 'videos per post' },
    ],
  },
  {
    kind: 'feature',
    title: 'Conversations that stay calm',
    text: 'React, answer and follow. What you wrote is kept until it has been sent.',
    image: '/showcase/mountains.webp',
    post: 1,
    stats: [
      { value: '4', label: 'ways to react' },
      { value: '2,000', label: 'characters to answer' },
      { value: '1 tap', label: 'to follow' },
    ],
  },
  {
    kind: 'video',
    title: 'Closer, wherever you are',
    text: 'Everything in one place, and as quiet as an evening by the sea.',
    clip: '/showcase/waves.mp4',
    poster: '/showcase/waves.webp',
    bullets: [
      'Real-time messaging and video calls',
      'AI content recommendations',
      'Advanced privacy and security controls',
      'Cross-platform sync',
    ],
  },
  {
    kind: 'feature',
    title: 'A page of your own',
    text: 'Your posts, your pictures, your bookmarks and a few words about you.',
    image: '/showcase/aurora.webp',
    post: 2,
    stats: [
      { value: '4', label: 'tabs on a profile' },
      { value: '3', label: 'themes to choose' },
      { value: '0', label: 'advertisements' },
    ],
  },
] as const;

type Slide = (typeof SLIDES)[number];
/** A picture with three facts about the product. */
export type PictureSlide = Extract<Slide, { kind: 'feature' }>;
export type ClipSlide = Extract<Slide, { kind: 'video' }>;
