import { t } from '@lingui/core/macro';
import { DRAFT_LIMITS, type Publishing } from '@social-feed/contracts';
import { useId, useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { Dialog } from '../../../../components/ui/dialog';
import { FormAlert } from '../../../../components/ui/form-alert';
import { SelectField } from '../../../../components/ui/select-field';
import { TextField } from '../../../../components/ui/text-field';
import { ownZone } from '../../../../lib/own-zone';
import { serverNow } from '../../../../lib/server-clock';
import { DAY } from '../../../../lib/time';
import type { FormMessage } from '../../../../lib/use-form';
import { choiceOf, dateOf, oddity, publishingOn, zoneName } from '../model/account-drafts';

interface PublishLaterProps {
  /** What was chosen before; without it, a random minute of tomorrow. */
  chosen: Publishing | null;
  onChoose: (publishing: Publishing) => void;
  /** Whether the choice is being saved. */
  busy: boolean;
  /** Why it was refused. */
  message: FormMessage | null;
  onClose: () => void;
}

/** Asks for the day of a post, and whether at a random minute of it. Load it lazily. */
export const PublishLater = ({ chosen, onChoose, busy, message, onClose }: PublishLaterProps) => {
  const formId = useId();
  // a refused choice stays the author's
  const [first] = useState(chosen);
  const [before] = useState(() =>
    first ? choiceOf(first) : { date: dateOf(serverNow() + DAY, ownZone()), time: '', timeZone: ownZone() },
  );
  const [date, setDate] = useState(before.date);
  const [isExact, setExact] = useState(before.time !== '');
  const [time, setTime] = useState(before.time || '09:00');
  const { timeZone } = before;
  const choice = { date, time: isExact ? time : '', timeZone };
  const odd = oddity(choice);
  const zone = zoneName(timeZone);
  const isAbroad = zone !== zoneName(ownZone());
  const isSame = first !== null && date === before.date && choice.time === before.time;
  return (
    <Dialog
      onClose={onClose}
      title={t`Publish later`}
      description={
        isAbroad
          ? t`Until then only you see the post, among your drafts. Day and time are in ${zone}, where you chose them.`
          : t`Until then only you see the post, among your drafts. Day and time are in ${zone}.`
      }
      busy={busy}
      cancel={t`Cancel`}
      actions={
        <Button type="submit" form={formId} busy={busy}>
          {t`Publish later`}
        </Button>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // the form is inside the composer's, in React's tree
          event.stopPropagation();
          if (!odd?.isMissing) onChoose(isSame ? first : publishingOn(choice));
        }}
      >
        <FormAlert message={message} />
        <TextField
          label={t({ message: 'Day', comment: 'A date.' })}
          type="date"
          required
          min={dateOf(serverNow(), timeZone)}
          max={dateOf(serverNow() + DRAFT_LIMITS.daysAhead * DAY, timeZone)}
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <SelectField
          label={t({ message: 'Time', context: 'time of day' })}
          value={isExact ? 'exact' : 'random'}
          onChange={({ target }) => setExact(target.value === 'exact')}
        >
          <option value="random">{t`A random minute of the day`}</option>
          <option value="exact">{t`A time of my choice`}</option>
        </SelectField>
        {isExact ? (
          <TextField
            label={t`At`}
            type="time"
            required
            value={time}
            error={odd?.isMissing ? odd.text : undefined}
            note={odd && { tone: 'hint', text: odd.text }}
            onChange={({ target }) => setTime(target.value)}
          />
        ) : null}
      </form>
    </Dialog>
  );
};
