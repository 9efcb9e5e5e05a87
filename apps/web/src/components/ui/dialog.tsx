import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { keepKeyboardRoom } from '../../lib/keyboard-room';
import { isComposing } from '../../lib/keys';
import { isLost } from '../../lib/focus';
import { PartBoundary } from '../errors/part-boundary';
import { Button } from './button';
import type { Elements } from '../../lib/elements';

interface DialogProps {
  /** Called on Esc, the close button and a press outside. */
  onClose: () => void;
  title: string;
  /** One sentence under the title; screen readers read it with the title. */
  description?: ReactNode;
  children?: Elements;
  /** Buttons, right-aligned; stacked on phones. */
  actions?: Elements;
  /** Label of the cancel button next to them. It calls `onCancel` if set, otherwise closes the dialog. */
  cancel?: string;
  onCancel?: () => void;
  /** Blocks closing and cancelling while a call is running. */
  busy?: boolean;
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog';
  wide?: boolean;
  /** The children contain only text: they take the focus, so that the keys scroll them on a low screen. */
  readOnly?: boolean;
}

/**
 * The element to return the focus to. For a menu item it is the menu's button, as the item is gone when the dialog
 * closes.
 */
const openerOf = (active: Element | null): Element | null => {
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
};

/**
 * Centred dialog, or a bottom sheet on phones. Traps and returns the focus; Esc and presses outside close it. Load
 * it lazily (`lazyPart`): Radix is not part of the first page.
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
  const scrim = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay ref={scrim} className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          ref={keepKeyboardRoom}
          role={role}
          style={{ paddingBottom: 'max(env(safe-area-inset-bottom), var(--keyboard, 0px))' }}
          onEscapeKeyDown={(event) => {
            if (isComposing(event)) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            // a press on a toast, or on what a password manager or translator lays over the page, leaves it open
            if (event.target !== scrim.current) event.preventDefault();
          }}
          onOpenAutoFocus={() => {
            opener.current = openerOf(document.activeElement);
          }}
          onCloseAutoFocus={(event) => {
            // Radix only returns the focus to its own triggers
            event.preventDefault();
            // this event fires one turn after the dialog closed: skip it if the user has moved the focus
            if (opener.current instanceof HTMLElement && isLost()) {
              opener.current.focus({ preventScroll: true });
            }
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] animate-sheet flex-col overflow-y-auto rounded-t-card bg-raised shadow-float outline-none',
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
              aria-label={t`Close`}
              className="-mt-2 -me-2.5 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-fill hover:text-text"
            >
              <X size="1.25em" aria-hidden />
            </Radix.Close>
          </header>
          <div
            {...(readOnly ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
            className="min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-5 empty:hidden focus-visible:-outline-offset-2"
          >
            {children ? <PartBoundary text={t`This could not be shown.`}>{children}</PartBoundary> : null}
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
