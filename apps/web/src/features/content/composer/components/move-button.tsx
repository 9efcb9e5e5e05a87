import { t } from '@lingui/core/macro';
import { ArrowLeft, ArrowLeftToLine, ArrowRight, ArrowRightToLine, GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { lineStep } from '../../../../lib/keys';

interface MoveButtonProps {
  label: string;
  place: number;
  of: number;
  /** Moves the item by this many positions. */
  onMove: (by: number) => void;
}

/** Moves a tile without dragging: with arrow keys on the grip, or from a menu opened by a press. */
export const MoveButton = ({ label, place, of, onMove }: MoveButtonProps) => {
  const handleKey = (event: KeyboardEvent): void => {
    const by = lineStep(event);
    if (by === 0 || !(event.target instanceof HTMLElement) || event.target.role === 'menuitem') return;
    event.preventDefault();
    if (place + by >= 1 && place + by <= of) onMove(by);
  };
  const items = [
    { label: t`Move to the front`, icon: ArrowLeftToLine, by: 1 - place },
    { label: t`Move earlier`, icon: ArrowLeft, by: -1 },
    { label: t`Move later`, icon: ArrowRight, by: 1 },
    { label: t`Move to the end`, icon: ArrowRightToLine, by: of - place },
  ].map(({ by, ...item }) => ({
    ...item,
    disabled: by === 0 || place + by < 1 || place + by > of,
    onSelect: () => onMove(by),
  }));
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the button inside
    <span className="absolute top-0 start-0" onKeyDown={handleKey}>
      <LazyMenu
        align="start"
        items={items}
        trigger={
          <button
            type="button"
            aria-label={label}
            aria-keyshortcuts={['ArrowLeft', 'ArrowRight'].join(' ')}
            title={t`Move: drag, or use the arrow keys`}
            className="group/grip grid size-11 cursor-grab place-items-center rounded-full"
          >
            <span className="grid size-8 place-items-center rounded-full bg-black/60 text-white transition-colors group-hover/grip:bg-black/80">
              <GripVertical size="1.0625em" aria-hidden />
            </span>
          </button>
        }
      />
    </span>
  );
};
