import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Avatar } from '../../../../components/ui/avatar';
import { Button } from '../../../../components/ui/button';
import { showLikers } from '../../../../lib/dialogs';
import { formatCount, shownCount } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import { labelled } from '../../../../lib/words/labelled';
import type { ClientPost } from '../model/post';
import { useLikers } from '../model/use-likers';

/** From the list's own call, on the post's page only: in cards they would cost a call each. */
const FACES = 3;
const WHO = t`Who liked this`;

/** Opens the list of users who like a post; shows the faces of the latest and how many others there are. */
export const LikedBy = ({ post: { _id, likes } }: { post: ClientPost }) => {
  const hidden = usePreferences(hidesCounts);
  // the list's own call, so that the list opens at once
  const { people } = useLikers(_id);
  const [first] = people;
  const others = shownCount(likes - 1);
  const shown = formatCount(likes - 1);
  const name = first && (first.fullName || first.userName);
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ms-2 max-w-full px-2"
      aria-haspopup="dialog"
      onClick={() => showLikers(_id)}
    >
      {name ? (
        // its own key: replacing the element is no layout shift
        <span key="people" className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="sr-only">{labelled(WHO, '')}</span>
          <span aria-hidden className="flex shrink-0 [&>*+*]:-ms-1.5">
            {people.slice(0, FACES).map((person) => (
              <Avatar
                key={person._id}
                id={person._id}
                name={person.fullName || person.userName}
                src={person.profilepic}
                size={20}
                className="outline-2 outline-surface"
              />
            ))}
          </span>
          {hidden || others <= 0 ? (
            <bdi className="max-w-full truncate text-text">{name}</bdi>
          ) : (
            <Trans>
              <bdi className="max-w-full truncate text-text">{name}</bdi>
              <span className="shrink-0 font-normal">
                <Plural value={others} one={`and ${shown} other`} other={`and ${shown} others`} />
              </span>
            </Trans>
          )}
        </span>
      ) : (
        <span key="plain">{WHO}</span>
      )}
    </Button>
  );
};
