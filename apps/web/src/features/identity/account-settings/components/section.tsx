import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Checkbox } from '../../../../components/ui/checkbox';
import { cx } from '../../../../lib/class-names';
import type { Elements } from '../../../../lib/elements';
import { useFocusKept } from '../../../../lib/use-focus-kept';
import { cardOf, isNamedByPage, type CardId } from '../settings-list';

/** Takes a reader whose address names the card there, each time that it does. */
const useAnchor = (card: CardId) => {
  const place = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  const isMeant = hash === `#${card}`;
  useEffect(() => {
    const box = place.current;
    if (!isMeant || !box?.parentElement) return;
    box.focus();
    // what stands above may load later and move it
    const observer = new ResizeObserver(() => {
      if (document.activeElement === box) box.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(box.parentElement);
    return () => observer.disconnect();
  }, [isMeant, key]);
  return { place, isMeant };
};

interface SectionProps {
  card: CardId;
  /** Instead of the card's own sentence. */
  text?: ReactNode;
  /** Shown next to the title, e.g. a link. */
  action?: Elements;
  /** Whether the content is one control, which is in the line of the title if there is room. */
  beside?: boolean;
  children: Elements;
}

/** One card of the settings. Takes the focus when a pressed button disappears with its row. */
export const SettingsSection = ({ card, text, action, beside = false, children }: SectionProps) => {
  const { place, isMeant } = useAnchor(card);
  useFocusKept(place, 'li button');
  const { title, text: usual } = cardOf(card);
  const isNamed = isNamedByPage(card);
  return (
    <section
      ref={place}
      id={card}
      tabIndex={-1}
      aria-label={title}
      className={cx('p-4 -outline-offset-2 md:p-5', beside && 'flex flex-wrap items-center gap-x-6 gap-y-3')}
    >
      <div className={cx('flex items-center gap-3', beside ? 'min-w-0 flex-1 basis-60' : 'mb-4')}>
        <div className="min-w-0 flex-1">
          <h2 className={isNamed ? 'sr-only' : cx('text-title font-semibold', isMeant && 'text-accent-text')}>
            {title}
          </h2>
          <p className="mt-0.5 text-muted">{text ?? usual}</p>
        </div>
        {action}
      </div>
      {beside ? <div className="min-w-0 grow basis-60 sm:grow-0 md:basis-72">{children}</div> : children}
    </section>
  );
};

interface SwitchProps {
  card: CardId;
  /** Instead of the card's title. */
  label?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A card that is one switch: a row. */
export const SettingsSwitch = ({ card, label, isOn, onChange }: SwitchProps) => {
  const { place, isMeant } = useAnchor(card);
  const { title, text } = cardOf(card);
  return (
    <section
      ref={place}
      id={card}
      tabIndex={-1}
      aria-label={title}
      className="px-4 py-3 -outline-offset-2 md:px-5"
    >
      <div className="font-semibold">
        <Checkbox
          label={label ?? title}
          checked={isOn}
          aria-describedby={`${card}-text`}
          onChange={({ target }) => onChange(target.checked)}
        />
      </div>
      <p id={`${card}-text`} className={cx('ms-7.5', isMeant ? 'text-accent-text' : 'text-muted')}>
        {text}
      </p>
    </section>
  );
};
