import { t } from '@lingui/core/macro';
import {
  CalendarClock,
  Ellipsis,
  FileText,
  Files,
  Hash,
  Heading,
  Languages,
  Link2,
  MapPin,
  MessageCircle,
  Send,
  Trash2,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { Suspense, useState, type ButtonHTMLAttributes } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MenuItem } from '../../../../components/ui/menu-items';
import { FormAlert } from '../../../../components/ui/form-alert';
import { IconButton } from '../../../../components/ui/icon-button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { paths } from '../../../../config/paths';
import { cx } from '../../../../lib/class-names';
import type { Elements } from '../../../../lib/elements';
import { languageName } from '../../../../lib/language-names';
import { lazyPart } from '../../../../lib/lazy';
import type { FoldName, Folds } from '../hooks/use-folds';
import { isFull } from '../model/attachments';
import { FileTool } from './add-media';
import { ComposerStatus, type ComposerState } from './send-bar';
import { ToolFace, TOOL } from './tool-face';

const PublishLater = lazyPart(() => import('./publish-later'), 'PublishLater');

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** Below the icon; part of the name. */
  word: string;
  label: string;
}

const Tool = ({ icon, word, label, className, ...rest }: ToolProps) => (
  <button type="button" title={label} {...rest} aria-label={label} className={cx(TOOL, className)}>
    <ToolFace icon={icon} word={word} />
  </button>
);

interface PartProps {
  composer: ComposerState;
  folds: Folds;
  /** Whether the post is published already. */
  editing: boolean;
  /** Whether the window is larger than a phone's. */
  roomy: boolean;
}

/** What is needed less often. Its items load with the first touch. */
const MoreTool = ({ composer, folds, editing }: PartProps) => {
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const fold = (name: FoldName, label: string, icon: LucideIcon): MenuItem => ({
    label,
    icon,
    movesFocus: true,
    onSelect: () => folds.press(name),
  });
  return (
    <>
      <LazyMenu
        trigger={
          <Tool icon={Ellipsis} word={t`More`} label={t`More for this post`} disabled={composer.isPending} />
        }
        items={[
          fold('tags', t`Add tags`, Hash),
          fold('language', t`Choose the language`, Languages),
          fold(
            'warning',
            folds.isFilled('warning') ? t`Change the warning` : t`Add a warning`,
            TriangleAlert,
          ),
          fold('comments', t`Who can comment`, MessageCircle),
          fold('address', t`Add from a link`, Link2),
          !editing && {
            label: t`Publish later…`,
            icon: CalendarClock,
            movesFocus: true,
            onSelect: () => setChoosing(true),
          },
          composer.isScheduled && {
            label: t`Publish now`,
            icon: Send,
            onSelect: () => void composer.publishNow(),
          },
          !editing && {
            label: composer.isScheduled ? t`Turn back into a draft` : t`Save as draft`,
            icon: FileText,
            onSelect: () => void composer.keep(null),
          },
          !editing && {
            label: t`Drafts`,
            icon: Files,
            onSelect: () => void navigate(paths.drafts.getHref()),
          },
        ]}
      />
      {choosing ? (
        <Suspense>
          <PublishLater
            chosen={composer.publishing}
            onClose={() => setChoosing(false)}
            busy={composer.isPending}
            message={composer.form.message}
            onChoose={(publishing) => void composer.keep(publishing).then(setChoosing)}
          />
        </Suspense>
      ) : null}
    </>
  );
};

/** What the text is taken for, until its field shows. */
const Guess = ({ composer: { form, guess }, folds }: Pick<PartProps, 'composer' | 'folds'>) =>
  guess && form.fields.language === undefined && !folds.isShown('language') ? (
    <button
      type="button"
      aria-label={t`${languageName(guess)}, choose the language`}
      className="min-h-11 text-meta text-muted hover:text-text hover:underline"
      onClick={() => folds.press('language')}
    >
      {languageName(guess)}
    </button>
  ) : null;

const FOLDS = [
  ['title', Heading, t`Title`, t`Add a title`],
  ['location', MapPin, t`Place`, t`Add a place`],
] as const;

interface ToolsProps extends PartProps {
  /** At the end of the row. */
  children?: Elements;
}

/** The row of tools below the text, above an on-screen keyboard: each adds something to the post. */
export const Tools = ({ children, ...part }: ToolsProps) => {
  const { composer, folds, roomy } = part;
  const { attachments, isPending, changed } = composer;
  return (
    <fieldset
      disabled={isPending}
      aria-label={t`Add to the post`}
      className={cx('sticky z-10 mt-auto border-t border-line bg-surface', roomy ? 'pt-2' : 'px-1')}
      style={{
        bottom: 'var(--keyboard, 0px)',
        paddingBottom: `max(${roomy ? '0.5rem' : '0px'}, env(safe-area-inset-bottom) - var(--keyboard, 0px))`,
      }}
    >
      {roomy ? <FormAlert message={composer.form.message} /> : null}
      <ComposerStatus composer={composer} className="px-3 text-meta text-muted" />
      <div className="flex flex-wrap items-center">
        {isFull(attachments.list) ? null : <FileTool word={t`Pictures`} onFiles={attachments.add} />}
        {FOLDS.map(([name, icon, word, label]) => (
          <Tool
            key={name}
            icon={icon}
            word={word}
            label={label}
            aria-expanded={folds.isShown(name)}
            className={folds.isShown(name) ? 'text-accent-text' : undefined}
            // keeps the focus in the text, and with it the keyboard
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => folds.press(name)}
          />
        ))}
        <MoreTool {...part} />
        <div className="ms-auto flex items-center gap-2">
          <Guess composer={composer} folds={folds} />
          {changed && !isPending ? (
            <IconButton label={t`Discard`} onClick={() => void composer.discard()}>
              <Trash2 size="1.25em" aria-hidden />
            </IconButton>
          ) : null}
          {children}
        </div>
      </div>
    </fieldset>
  );
};
