import {
  Hash,
  Heading,
  Languages,
  Link2,
  MapPin,
  Trash2,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { IconButton } from '../../../../components/ui/icon-button';
import { isFull } from '../model/attachments';
import type { FoldName, Folds } from '../hooks/use-folds';
import { FileIcon } from './add-media';
import { warningWords } from './folded';
import { ComposerStatus, type ComposerState } from './send-bar';

/** All but who may comment, which the menu next to the button has. */
type Icons = Record<Exclude<FoldName, 'comments'>, [LucideIcon, string]>;
const ICONS: Icons = {
  title: [Heading, 'Add a title'],
  tags: [Hash, 'Add tags'],
  location: [MapPin, 'Add a location'],
  language: [Languages, 'Choose the language'],
  warning: [TriangleAlert, warningWords(false)],
  address: [Link2, 'Add by address'],
};

interface IconDockProps {
  composer: ComposerState;
  folds: Folds;
}

/** Row of icons on phones, above the on-screen keyboard: each unfolds fields. */
export const IconDock = ({ composer, folds }: IconDockProps) => {
  const { attachments, isPending, changed } = composer;
  return (
    <fieldset
      disabled={isPending}
      aria-label="Add to the post"
      className="sticky z-10 mt-auto border-t border-line bg-surface px-1"
      style={{
        bottom: 'var(--keyboard, 0px)',
        paddingBottom: 'max(0px, env(safe-area-inset-bottom) - var(--keyboard, 0px))',
      }}
    >
      <ComposerStatus composer={composer} className="px-3 text-meta text-muted" />
      <div className="flex flex-wrap items-center">
        {isFull(attachments.list) ? null : <FileIcon onFiles={attachments.add} />}
        {(Object.keys(ICONS) as (keyof Icons)[]).map((name) => {
          const [Icon, usual] = ICONS[name];
          const label = name === 'warning' ? warningWords(folds.isFilled('warning')) : usual;
          return (
            <IconButton
              key={name}
              label={label}
              aria-expanded={folds.isShown(name)}
              className={folds.isShown(name) ? 'text-accent-text' : undefined}
              // keeps the focus in the text, and with it the keyboard
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => folds.press(name)}
            >
              <Icon size="1.25em" aria-hidden />
            </IconButton>
          );
        })}
        {changed && !isPending ? (
          <IconButton label="Discard" className="ms-auto" onClick={() => void composer.discard()}>
            <Trash2 size="1.25em" aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </fieldset>
  );
};
