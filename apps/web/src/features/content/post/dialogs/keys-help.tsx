import { t } from '@lingui/core/macro';
import { Dialog } from '../../../../components/ui/dialog';
import { SHORTCUTS, type Shortcut } from './shortcuts';

interface KeysHelpProps {
  /** Defaults to the shortcuts for posts. */
  list?: readonly Shortcut<unknown>[];
  onClose: () => void;
}

/** Lists keyboard shortcuts in groups. */
export const KeysHelp = ({ list = SHORTCUTS, onClose }: KeysHelpProps) => (
  <Dialog onClose={onClose} title={t`Keyboard shortcuts`} wide readOnly>
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
      {[...new Set(list.map(({ group }) => group))].map((name) => (
        <section key={name} aria-label={name}>
          <h3 className="mb-1 text-meta font-semibold text-muted">{name}</h3>
          <dl>
            {list
              .filter(({ group }) => group === name)
              .map(({ keys, what }) => (
                <div key={what} className="flex min-h-9 items-center justify-between gap-3">
                  <dt className="text-body">{what}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
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
