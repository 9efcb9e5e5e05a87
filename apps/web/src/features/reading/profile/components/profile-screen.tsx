import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ProfileTab, PublicUser } from '@social-feed/contracts';
import { ArrowLeft, Mail } from 'lucide-react';
import { Suspense, useState } from 'react';
import { paths } from '../../../../config/paths';
import { useBlockStore } from '../../../../cache/block-store';
import { unblockAuthor } from '../../../../cache/blocking';
import { pendingFollows } from '../../../../cache/pending-changes';
import { Button, buttonClass } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { IconButton } from '../../../../components/ui/icon-button';
import { ShuffleIcon, useShuffleSeed } from '../../../content/post/list/shuffle';
import { FollowButton, useFollowStore } from '../../../content/post/reactions/follow';
import { useBoards } from '../profile-queries';
import { lazyPart } from '../../../../lib/lazy';
import { useOwnAccount } from '../../../../lib/viewer';
import { cx } from '../../../../lib/class-names';
import { TABLET, useMediaQuery } from '../../../../lib/use-media-query';
import { useScrolledPast } from '../../../../lib/use-scrolled-past';
import { useClose } from '../../../../lib/use-close';
import { AboutPanel } from './about-panel';
import { ProfileHeader, ProfileStats, type FollowList } from './profile-header';
import { BookmarksTab, MediaTab, PersonPosts, Surface } from './profile-lists';
import { ProfileMenu } from './profile-menu';
import { LinkTabs } from '../../../../components/ui/link-tabs';
import { PageTitle } from '../../../../components/layouts/page-title';

/** The four tabs, each with a URL (A §2.9). */
const TABS: Record<ProfileTab, string> = {
  posts: t`Posts`,
  about: t`About`,
  bookmarks: t`Bookmarks`,
  media: t`Media`,
};

const FollowListDialog = lazyPart(() => import('./follow-list-dialog'), 'FollowListDialog');

/** Scroll offset in px at which the name has left a phone's screen: the bar above, the cover and the picture. */
const NAME_AT = 248;

/** Fewer posts than this are seen at a glance, and are not offered in another order. */
const SHUFFLED_FROM = 6;

const NO_STATS = { followers: 0, following: 0, posts: 0, likes: 0 };

const Handle = ({ of }: { of: PublicUser }) => (
  <bdi dir="ltr" translate="no" className="font-semibold text-text">
    {`@${of.userName}`}
  </bdi>
);

/** `kept` if the account stores the block, which then applies to both users. */
const Blocked = ({ user, kept }: { user: PublicUser; kept: boolean }) => (
  <Surface>
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      <p className="text-muted">
        {kept ? (
          <Trans>
            You blocked <Handle of={user} />. They do not see what you write.
          </Trans>
        ) : (
          <Trans>
            You blocked <Handle of={user} /> in this browser.
          </Trans>
        )}
      </p>
      <Button variant="soft" onClick={() => unblockAuthor(user._id)}>
        {t`Unblock`}
      </Button>
    </div>
  </Surface>
);

const BackArrow = () => <ArrowLeft size="1.25em" aria-hidden />;

interface NameBarProps {
  user: PublicUser;
  own: boolean;
  onBack: () => void;
}

/** The bar of a phone whose screen the name has left. */
const NameBar = ({ user, own, onBack }: NameBarProps) => (
  <div className="sticky top-0 z-30 h-0">
    <div className="flex h-12 animate-fade items-center gap-1 bg-surface px-1">
      <IconButton label={t`Back`} onClick={onBack}>
        <BackArrow />
      </IconButton>
      <bdi className="min-w-0 flex-1 truncate text-title font-semibold">{user.fullName || user.userName}</bdi>
      <ProfileMenu user={user} own={own} bar />
    </div>
  </div>
);

/** Both words fit beside the picture on a phone 390 px wide, in all languages. */
const OwnActs = () => (
  <>
    <Link
      to={paths.drafts.getHref()}
      className={buttonClass({ variant: 'ghost', size: 'sm', className: 'min-w-11 max-sm:px-0' })}
    >
      {t`Drafts`}
    </Link>
    <Link to={paths.settings.getHref('profile')} className={buttonClass({ variant: 'outline', size: 'sm' })}>
      {t`Edit Profile`}
    </Link>
  </>
);

const MessageAndFollow = ({ user }: { user: PublicUser }) => (
  <>
    <Link
      to={paths.message.getHref(user.userName)}
      className={buttonClass({ variant: 'outline', className: 'max-sm:w-11 max-sm:px-0' })}
    >
      <Mail size="1.125em" aria-hidden />
      <span className="max-sm:sr-only">
        {t({
          message: 'Message',
          context: 'button',
          comment: 'On the profile of a person to whom one can write.',
        })}
      </span>
    </Link>
    <FollowButton author={{ ...user, isFollowing: false }} large />
  </>
);

/** A user's profile with its four tabs (A §2.9). */
export const ProfileScreen = ({ user, tab }: { user: PublicUser; tab: ProfileTab }) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const own = viewerId === user._id;
  const boards = useBoards(user._id, viewerId);
  // Undefined while loading, null if the user has none.
  const board = boards && (boards[0] ?? null);
  // Rerender when the viewer follows or unfollows someone, to update the counts.
  useFollowStore((state) => viewerId && state.byViewer[viewerId]);
  const blocked = useBlockStore((state) =>
    own ? undefined : state.blocked.find(({ _id }) => _id === user._id),
  );
  const [list, setList] = useState<FollowList>();
  const close = useClose();
  const narrow = !useMediaQuery(TABLET);
  const isShuffled = useShuffleSeed() !== undefined;
  const past = useScrolledPast(NAME_AT);

  // Add pending changes to the board's figures (A §4.6).
  const counted = board?.socialStats ?? NO_STATS;
  const stats = board !== undefined && {
    ...counted,
    followers: counted.followers + pendingFollows(viewerId, (id) => id === user._id),
    following: counted.following + (own ? pendingFollows(viewerId, () => true) : 0),
  };
  const shuffles = tab === 'posts' && !blocked && (isShuffled || counted.posts >= SHUFFLED_FROM);
  const panels = {
    posts: <PersonPosts userId={user._id} />,
    about: <AboutPanel user={user} board={board} />,
    bookmarks: <BookmarksTab own={own} />,
    media: <MediaTab userId={user._id} />,
  };
  return (
    <div className="md:pt-4">
      <PageTitle title={`${user.fullName} (@${user.userName})`} />
      {narrow && past ? <NameBar user={user} own={own} onBack={close} /> : null}
      <Card className="max-md:rounded-none max-md:border-x-0 max-md:border-t-0 md:rounded-b-none md:border-b-0">
        <ProfileHeader
          narrow={narrow}
          user={user}
          board={board}
          back={
            <IconButton label={t`Back`} variant="overlay" onClick={close}>
              <BackArrow />
            </IconButton>
          }
          menu={
            <>
              {shuffles ? <ShuffleIcon /> : null}
              <ProfileMenu user={user} own={own} />
            </>
          }
          actions={own ? <OwnActs /> : <MessageAndFollow user={user} />}
          stats={<ProfileStats stats={stats} onOpen={setList} />}
        />
      </Card>
      <div
        className={cx(
          'border-line bg-surface md:mb-3 md:rounded-b-card md:border',
          // below the bar; the line above it would show through when it sticks
          'max-md:sticky max-md:top-12 max-md:z-20 max-md:border-b',
        )}
      >
        <LinkTabs
          label={t`Profile`}
          tabs={TABS}
          active={tab}
          hrefOf={(wanted) => paths.profileTab.getHref(user.userName, wanted)}
        />
      </div>
      <div className="min-h-[60dvh]">
        {blocked && tab !== 'about' ? <Blocked user={user} kept={blocked.by === viewerId} /> : panels[tab]}
      </div>
      {list && stats ? (
        <Suspense>
          <FollowListDialog
            userId={user._id}
            list={list}
            count={stats[list]}
            onClose={() => setList(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  );
};
