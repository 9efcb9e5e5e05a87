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
    name: 'Moving',
    keys: [...listed(SHORTCUTS, 'Moving'), { keys: ['Esc'], what: 'Close, or leave a field' }],
  },
  {
    name: 'On a post',
    keys: [
      ...listed(SHORTCUTS, 'On a post'),
      { keys: ['←', '→'], what: 'Previous and next picture' },
      { keys: ['Ctrl + Enter'], what: 'Post the comment' },
    ],
  },
  {
    name: 'Picture on the whole screen',
    keys: [
      { keys: ['z', '+', '−'], what: 'Zoom' },
      { keys: ['Esc'], what: 'Close' },
    ],
  },
  { name: 'Anywhere here', keys: listed(SHORTCUTS, 'Anywhere here') },
];

interface KeysHelpProps {
  /** Defaults to the shortcuts for posts. */
  groups?: KeyGroup[];
  onClose: () => void;
}

/** Lists keyboard shortcuts in groups. */
export const KeysHelp = ({ groups = GROUPS, onClose }: KeysHelpProps) => (
  <Dialog onClose={onClose} title="Keyboard shortcuts" wide readOnly>
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
