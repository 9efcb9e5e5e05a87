import { plural, t } from '@lingui/core/macro';
import type { ReportCase } from '@social-feed/contracts';
import { useState } from 'react';
import { FoldedText } from '../../../components/ui/folded-text';
import { paths } from '../../../config/paths';
import type { Elements } from '../../../lib/elements';
import { usePress } from '../../../lib/press';
import { labelled } from '../../../lib/words/labelled';
import { listOf } from '../../../lib/words/list';

type Shown = Partial<Omit<NonNullable<ReportCase['content']>, 'createdAt' | 'postId'>>;

/** URL of the reported content; undefined if it is deleted. */
export const placeOf = ({ kind, target, author, content }: ReportCase): string | undefined => {
  if (kind === 'person') return author ? paths.profile.getHref(author.userName) : undefined;
  return content ? paths.post.getHref(content.postId, kind === 'comment' ? target : undefined) : undefined;
};

const doNothing = () => undefined;

/** A line with a name and a user's words. */
const Named = ({ name, text }: { name: string; text: string }) =>
  text ? (
    <p dir="auto" className="wrap-anywhere">
      <span className="text-muted">
        {t({ message: `${name}: `, comment: 'The name of a field, before its text.' })}
      </span>
      <bdi>{text}</bdi>
    </p>
  ) : null;

/** A text that its own button unfolds. */
const Folded = ({ text = '' }: { text?: string | undefined }) => {
  const [expanded, setExpanded] = useState(false);
  return text ? <FoldedText text={text} expanded={expanded} onExpand={() => setExpanded(true)} /> : null;
};

interface ReportedProps {
  reportCase: ReportCase;
  /** What stands above the content. */
  label?: string;
}

const Box = ({ reportCase, label, children }: ReportedProps & { children: Elements }) => (
  <div
    {...usePress(placeOf(reportCase), doNothing)}
    className="flex flex-col gap-2 rounded-media bg-fill px-4 py-3 [&>button]:self-start"
  >
    {label === undefined ? null : <p className="text-meta text-muted">{label}</p>}
    {children}
  </div>
);

/** What people wrote in a post or comment. */
const Written = ({ title, text, media = [], tags = [], location = '', contentWarning = '' }: Shown) => {
  const descriptions = media.flatMap(({ alt }) => (alt ? [t`Description: ${alt}`] : [])).join('\n');
  return (
    <>
      <Named name={t`Content warning`} text={contentWarning} />
      {title ? (
        <p dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </p>
      ) : null}
      <Folded text={text} />
      {media.length === 0 ? null : (
        <p className="text-meta text-muted">
          {plural(media.length, {
            one: '# picture or video, to be seen where it stands',
            other: '# pictures or videos, to be seen where it stands',
          })}
        </p>
      )}
      <Folded text={descriptions} />
      <Named name={t`Tags`} text={listOf(tags)} />
      <Named name={t`Place`} text={location} />
    </>
  );
};

/** What a reported user wrote on the profile; nothing if that is empty. */
const Profile = (props: ReportedProps) => {
  const { reportCase } = props;
  if (!reportCase.profile) return null;
  const { bio, location, website, interests, coverPhoto } = reportCase.profile;
  if (![bio, location, website, coverPhoto, ...interests].some(Boolean)) return null;
  return (
    <Box {...props}>
      <Folded text={bio} />
      {coverPhoto ? (
        <p className="text-meta text-muted">{t`Cover photo, to be seen where it stands`}</p>
      ) : null}
      <Named name={t`Place`} text={location} />
      <Named name={t`Website`} text={website} />
      <Named name={t`Interests`} text={listOf(interests)} />
    </Box>
  );
};

/** The current state of the reported content. */
export const ReportedContent = (props: ReportedProps) => {
  const { reportCase, label } = props;
  const { kind, content, quoted } = reportCase;
  if (kind === 'person') return <Profile {...props} />;
  if (!content && !quoted) {
    const gone = t`It is gone already.`;
    return <p className="text-muted">{label === undefined ? gone : labelled(label, gone)}</p>;
  }
  return (
    <Box {...props}>
      {content ? null : (
        <p className="text-meta text-muted">{t`It is gone already. When it was reported:`}</p>
      )}
      <Written {...(content ?? { title: quoted?.title ?? '', text: quoted?.text ?? '' })} />
    </Box>
  );
};
