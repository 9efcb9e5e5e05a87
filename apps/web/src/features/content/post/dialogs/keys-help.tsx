import { t } from '@lingui/core/macro';
import { Dialog } from '../../../../components/ui/dialog';
import { SHORTCUTS } from './shortcuts';

export interface KeyGroup {
  name: string;
  keys: { keys: string[]; what: string }[];
}

/** How the help lists a key. */
export interface ListedKey {
  group: string;
  what: string;
  /** A key that does the same. */
  alias?: string;
}

/** The keys of a list that are in this group, for the help. */
export const listed = (list: Readonly<Record<string, ListedKey>>, group: string): KeyGroup['keys'] =>
  Object.entries(list)
    .filter(([, shortcut]) => shortcut.group === group)
    .map(([key, { what, alias }]) => ({ keys: alias === undefined ? [key] : [key, alias], what }));

/** The shortcuts for posts, and keys that work with single letters off, too. */
const GROUPS: KeyGroup[] = [
  {
    name: t`Moving`,
    keys: [...listed(SHORTCUTS, 'moving'), { keys: [t`Esc`], what: t`Close, or leave a field` }],
  },
  {
    name: t`On a post`,
    keys: [
      ...listed(SHORTCUTS, 'post'),
      { keys: ['←', '→'], what: t`Previous and next picture` },
      { keys: [t`Ctrl + Enter`], what: t`Post the comment` },
    ],
  },
  {
    name: t`Picture on the whole screen`,
    keys: [
      { keys: ['z', '+', '−'], what: t`Zoom` },
      { keys: [t`Esc`], what: t`Close` },
    ],
  },
  { name: t`Anywhere here`, keys: listed(SHORTCUTS, 'anywhere') },
];

interface KeysHelpProps {
  /** Defaults to the shortcuts for posts. */
  groups?: KeyGroup[];
  onClose: () => void;
}

/** Lists keyboard shortcuts in groups. */
export const KeysHelp = ({ groups = GROUPS, onClose }: KeysHelpProps) => (
  <Dialog onClose={onClose} title={t`Keyboard shortcuts`} wide readOnly>
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
      {groups.map(({ name, keys }) => (
        <section key={name} aria-label={name}>
          <h3 className="mb-1 text-meta font-semibold text-muted">{name}</h3>
          <dl>
            {keys.map(({ keys: pressed, what }) => (
              <div key={what} className="flex min-h-9 items-center justify-between gap-3">
                <dt className="text-body">{what}</dt>
                <dd className="flex shrink-0 gap-1">
                  {pressed.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-7 rounded-control border border-line bg-fill px-2 py-1 text-center text-meta font-semibold"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
