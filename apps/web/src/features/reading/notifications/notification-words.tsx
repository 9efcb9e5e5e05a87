import { Plural, Trans } from '@lingui/react/macro';
import type { Notification } from '@social-feed/contracts';
import type { ReactElement } from 'react';

interface WhoProps extends Pick<Notification, 'people' | 'count' | 'more'> {
  /** The link to the first of them. */
  first: ReactElement;
}

const OTHERS = 'font-semibold text-text';

/** Who did it: the first, and a second by name or how many others. */
export const Who = ({ people, count, more, first }: WhoProps) => {
  const others = count - 1;
  const [, second] = people;
  if (more && others === 0)
    return (
      <Trans>
        {first} <bdi className={OTHERS}>and more</bdi>
      </Trans>
    );
  if (more)
    return (
      <Trans>
        {first}{' '}
        <bdi className={OTHERS}>
          <Plural value={others} one="and more than # other" other="and more than # others" />
        </bdi>
      </Trans>
    );
  if (others === 0) return first;
  if (others === 1 && second) {
    const name = second.fullName || second.userName;
    return (
      <Trans>
        {first} <bdi className={OTHERS}>and {name}</bdi>
      </Trans>
    );
  }
  return (
    <Trans>
      {first}{' '}
      <bdi className={OTHERS}>
        <Plural value={others} one="and # other" other="and # others" />
      </bdi>
    </Trans>
  );
};

interface DoneProps extends Pick<Notification, 'kind' | 'count'> {
  who: ReactElement;
  /** The link to the post, on a line of its own. */
  post: ReactElement;
}

const DID = 'text-text';

/** The sentence of a notification. The number of people chooses the form of the verb. */
export const Done = ({ kind, count, who, post }: DoneProps) => {
  switch (kind) {
    case 'like':
      return (
        <Trans>
          {who}{' '}
          <span className={DID}>
            <Plural value={count} one="liked" other="liked" />
          </span>{' '}
          {post}
        </Trans>
      );
    case 'commentLike':
      return (
        <Trans>
          {who}{' '}
          <span className={DID}>
            <Plural value={count} one="liked your comment on" other="liked your comment on" />
          </span>{' '}
          {post}
        </Trans>
      );
    case 'comment':
      return (
        <Trans>
          {who}{' '}
          <span className={DID}>
            <Plural value={count} one="commented on" other="commented on" />
          </span>{' '}
          {post}
        </Trans>
      );
    case 'reply':
      return (
        <Trans>
          {who}{' '}
          <span className={DID}>
            <Plural value={count} one="replied to your comment on" other="replied to your comment on" />
          </span>{' '}
          {post}
        </Trans>
      );
    case 'mention':
      return (
        <Trans>
          {who}{' '}
          <span className={DID}>
            <Plural value={count} one="mentioned you in" other="mentioned you in" />
          </span>{' '}
          {post}
        </Trans>
      );
    case 'follow':
      return (
        <Trans>
          {who}{' '}
          <span className={DID}>
            <Plural value={count} one="followed you" other="followed you" />
          </span>
        </Trans>
      );
  }
};
