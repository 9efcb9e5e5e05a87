import { t } from '@lingui/core/macro';
import { Heart, Leaf, ShieldCheck } from 'lucide-react';
import { Card } from '../../components/ui/card';
import { Link } from 'react-router-dom';
import { Page } from '../../components/layouts/page';
import { paths } from '../../config/paths';
import { useInstanceName, useKnownInstance } from '../../lib/instance-store';

const VALUES = [
  {
    icon: Leaf,
    title: t`Calm by design`,
    text: t`The feed is shuffled anew for everyone. No ranking decides whose voice is loud, and nothing moves that you did not touch.`,
  },
  {
    icon: Heart,
    title: t`People first`,
    text: t`Posts come from people, with their thoughts, pictures and places. React, answer, follow whom you like to hear from.`,
  },
  {
    icon: ShieldCheck,
    title: t`Yours to leave`,
    text: t`What you write stays yours, to take along or delete in Settings. There are no ads and no trackers: only pictures that people link to, and the feature cards you open, come from elsewhere.`,
  },
];

/** The host's texts, in order. */
const PAGES = [
  { id: 'rules', title: t`Rules` },
  { id: 'terms', title: t`Terms` },
  { id: 'privacy', title: t`Privacy Policy` },
  { id: 'imprint', title: t`Imprint` },
] as const;

/** /about (A §2.1). */
export const AboutRoute = () => {
  const name = useInstanceName();
  const { description, texts = [], rules = [] } = useKnownInstance() ?? {};
  const pages = PAGES.filter(({ id }) => (id === 'rules' ? rules.length > 0 : texts.includes(id)));
  return (
    <Page title={t`About Us`}>
      <Card as="section" className="p-5 md:p-6">
        <p className="text-title leading-relaxed text-pretty">
          {description ||
            t`${name} is a unique, relaxing platform to learn about people's thoughts, friends, family and the world.`}
        </p>
        <ul className="mt-6 flex flex-col gap-6">
          {VALUES.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-media bg-accent-soft text-accent-text">
                <Icon size="1.375em" aria-hidden />
              </span>
              <div className="min-w-0">
                <h2 className="text-title font-semibold">{title}</h2>
                <p className="mt-0.5 text-pretty text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        {pages.length === 0 ? null : (
          <ul className="mt-6 flex flex-wrap gap-x-5 border-t border-line pt-3">
            {pages.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={paths.instanceText.getHref(id)}
                  className="inline-flex min-h-11 items-center text-accent-text hover:underline"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Page>
  );
};
