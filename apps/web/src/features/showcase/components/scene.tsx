import { Heart, MessageCircle, Share2 } from 'lucide-react';
import { Avatar } from '../../../components/ui/avatar';
import { SceneArt } from '../../../components/ui/scene-art';

const SAMPLES = [
  {
    id: 'sample-mira',
    name: 'Mira Okafor',
    time: '6m',
    text: 'Rowed out before anyone was awake. The whole lake held its breath.',
    likes: '248',
    comments: '31',
    className: 'start-[7%] top-[9%] w-[min(21rem,74%)]',
  },
  {
    id: 'sample-tomas',
    name: 'Tomás Lind',
    time: '2h',
    text: 'Grandma called to ask how the weather is "inside the internet". Sunny, I said.',
    likes: '1.9K',
    comments: '204',
    className: 'end-[7%] top-[31%] w-[min(20rem,72%)]',
  },
];

/** The right half of the account pages: a still picture with two posts styled like the feed. */
export const Scene = () => (
  <>
    <SceneArt />
    <div aria-hidden>
      {SAMPLES.map((sample) => (
        <div
          key={sample.id}
          className={`absolute rounded-card bg-surface/92 p-4 shadow-float ${sample.className}`}
        >
          <div className="flex items-center gap-3">
            <Avatar id={sample.id} name={sample.name} size={36} />
            <span className="font-semibold">{sample.name}</span>
            <span className="ms-auto text-meta text-muted">{sample.time}</span>
          </div>
          <p className="mt-2.5 text-body">{sample.text}</p>
          <div className="mt-3 flex items-center gap-5 text-meta text-muted">
            <span className="flex items-center gap-1.5 text-like">
              <Heart size="1em" fill="currentColor" /> <span>{sample.likes}</span>
            </span>
            <span className="flex items-center gap-1.5">
              <MessageCircle size="1em" /> <span>{sample.comments}</span>
            </span>
            <Share2 size="1em" />
          </div>
        </div>
      ))}
    </div>
    <p className="absolute inset-x-[7%] bottom-[5%] max-w-md text-page font-bold text-balance text-white [text-shadow:0_1px_14px_oklch(0.2_0.05_282/0.7)]">
      Learn about people&apos;s thoughts, friends, family and the world.
    </p>
  </>
);
