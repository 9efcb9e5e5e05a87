import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { isComposing } from '../../lib/keys';
import { isLost } from '../../lib/focus';
import { PartBoundary } from '../errors/part-boundary';
import { Button } from './button';
import type { Elements } from '../../lib/elements';

interface DialogProps {
  /** Asked for by Esc, the close button or a press outside. */
  onClose: () => void;
  title: string;
  /** One sentence under the title, read out with it. */
  description?: ReactNode;
  children?: Elements;
  /** Buttons, right-aligned; stacked on phones. */
  actions?: Elements;
  /** Label of the button beside them that gives up, by closing unless `onCancel` says more. */
  cancel?: string;
  onCancel?: () => void;
  /** What is under way is to be waited for: neither closes. */
  busy?: boolean;
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog';
  wide?: boolean;
  /** The children are only read: they take the focus, so that the keys scroll them on a low screen. */
  readOnly?: boolean;
}

/** What had the focus; for an item of a menu, which is gone by the time the dialog closes, the menu's button. */
const openerOf = (active: Element | null): Element | null => {
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
};

/**
 * Centred dialog, a sheet from below on phones; focus is trapped and returned, Esc and outside presses close.
 * Load it lazily (`lazyPart`): Radix is not part of the first page.
 */
export const Dialog = (props: DialogProps) => {
  const {
    onClose,
    title,
    description,
    children,
    actions,
    cancel,
    busy = false,
    role = 'dialog',
    wide = false,
    readOnly = false,
  } = props;
  const opener = useRef<Element>(null);
  return (
    <Radix.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          role={role}
          onEscapeKeyDown={(event) => {
            if (isComposing(event)) event.preventDefault();
          }}
          onOpenAutoFocus={() => {
            opener.current = openerOf(document.activeElement);
          }}
          onCloseAutoFocus={(event) => {
            // Radix itself knows only triggers of its own
            event.preventDefault();
            // it asks a turn after the dialog went: whoever has moved on by then stays there
            if (opener.current instanceof HTMLElement && isLost()) {
              opener.current.focus({ preventScroll: true });
            }
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] animate-sheet flex-col overflow-y-auto rounded-t-card bg-raised pb-[env(safe-area-inset-bottom)] shadow-float outline-none',
            'md:inset-0 md:m-auto md:h-fit md:w-[calc(100%-3rem)] md:animate-rise md:rounded-card',
            wide ? 'md:max-w-lg' : 'md:max-w-sm',
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-section font-semibold">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1.5 text-body text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-2 -me-2.5 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-fill hover:text-text"
            >
              <X size={20} aria-hidden />
            </Radix.Close>
          </header>
          <div
            {...(readOnly ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
            className="min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-5 empty:hidden focus-visible:-outline-offset-2"
          >
            {children ? <PartBoundary what="This">{children}</PartBoundary> : null}
          </div>
          {actions ? (
            <footer
              className={cx(
                'flex flex-col-reverse gap-2 px-5 pb-5 md:flex-row md:justify-end',
                children ? 'pt-1' : 'pt-5',
              )}
            >
              {cancel ? (
                <Button variant="soft" disabled={busy} onClick={props.onCancel ?? onClose}>
                  {cancel}
                </Button>
              ) : null}
              {actions}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
