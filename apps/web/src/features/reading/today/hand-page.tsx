import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, Braces, GalleryHorizontal, Mail, Rows3, Rss } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { PageTitle } from '../../../components/layouts/page-title';
import { buttonClass } from '../../../components/ui/button';
import { EmptyDrawing, LostDrawing } from '../../../components/ui/drawings';
import { EmptyState } from '../../../components/ui/empty-state';
import { IconButton } from '../../../components/ui/icon-button';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import { paths } from '../../../config/paths';
import { browser } from '../../../lib/browser';
import type { Elements } from '../../../lib/elements';
import { keepStored } from '../../../lib/use-stored';
import { useClose } from '../../../lib/use-close';
import { TABLET, useMediaQuery } from '../../../lib/use-media-query';
import { HandBar } from './hand-bar';

const todayLink = (
  <Link to={paths.today.getHref()} className={buttonClass()}>
    {t`Today's hand`}
  </Link>
);

const writeLink = (
  <Link to={paths.createPost.getHref()} className={buttonClass()}>
    {t`Write a post`}
  </Link>
);

export const Back = ({ className }: { className?: string }) => {
  const close = useClose();
  return (
    <IconButton label={t`Back`} onClick={close} className={`-ms-3 -me-2 ${className ?? ''}`}>
      <ArrowLeft size="1.25em" aria-hidden />
    </IconButton>
  );
};

export const Empty = ({ isToday }: { isToday: boolean }) => (
  <EmptyState
    figure={<EmptyDrawing />}
    title={t`No posts in this hand`}
    text={isToday ? t`Nobody has posted yet.` : t`Its posts are gone.`}
    action={isToday ? writeLink : todayLink}
  />
);

export const Gone = () => (
  <EmptyState
    figure={<LostDrawing />}
    title={t`There is no hand of this day`}
    text={t`Hands are kept for a month.`}
    action={todayLink}
  />
);

/** How this browser shows hands. */
export type Form = 'cards' | 'list';
export const FORM = 'hand-form';
export const isForm = (value: unknown): value is Form => value === 'cards' || value === 'list';

/** The form of the hand, and where else it can be read. */
export const HandMenu = ({ form, isMember }: { form: Form | undefined; isMember: boolean }) => {
  const navigate = useNavigate();
  const cards = form === 'list';
  const settings = paths.settings.getHref('notifications');
  return (
    <LazyMenu
      trigger={<IconButton label={t`Options of the hand`} className="icon icon-ellipsis" />}
      items={[
        form !== undefined && {
          label: cards ? t`Show as cards` : t`Show as a list`,
          icon: cards ? GalleryHorizontal : Rows3,
          onSelect: () => void keepStored(FORM, cards ? 'cards' : 'list'),
        },
        isMember && {
          label: t`By e-mail`,
          hint: t`It comes in the morning`,
          icon: Mail,
          href: settings,
          onSelect: () => void navigate(settings),
        },
        {
          label: t`Atom`,
          hint: t`An address for feed readers`,
          icon: Rss,
          href: '/today.atom',
          onSelect: () => browser.leaveFor('/today.atom'),
        },
        {
          label: t`JSON Feed`,
          hint: t`An address for feed readers`,
          icon: Braces,
          href: '/today.json',
          onSelect: () => browser.leaveFor('/today.json'),
        },
      ]}
    />
  );
};

interface DeckPageProps {
  heading: string;
  menu: Elements;
  index: number;
  posts: readonly unknown[];
  children: Elements;
}

/** The page of a hand of cards, which fills the window. */
export const DeckPage = ({ heading, menu, index, posts, children }: DeckPageProps) => {
  const isWide = useMediaQuery(TABLET);
  return (
    <div
      className="flex flex-col"
      style={{ height: `calc(100dvh - ${isWide ? '40px' : '4rem - env(safe-area-inset-bottom)'})` }}
    >
      <PageTitle title={heading} />
      <header className="flex min-h-14 items-center gap-3 ps-4 pe-15 md:not-short:min-h-23 md:ps-0 lg:pe-0">
        <Back />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-title font-bold serif:font-serif serif:font-semibold">{heading}</h1>
          <p className="flex items-center gap-2 text-meta text-muted">
            <span role="status" className="shrink-0">
              {index < posts.length ? (
                <Trans>
                  <span className="sr-only">Card</span>{' '}
                  <span>
                    {index + 1} of {posts.length}
                  </span>
                </Trans>
              ) : (
                <span>{t`The end`}</span>
              )}
            </span>
            <HandBar done={Math.min(index + 1, posts.length)} of={posts.length} />
          </p>
        </div>
        {menu}
      </header>
      {children}
    </div>
  );
};
