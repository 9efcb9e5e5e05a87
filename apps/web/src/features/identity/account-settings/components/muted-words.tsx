import { t } from '@lingui/core/macro';
import { mutedKey } from '@social-feed/contracts/words';
import { Button } from '../../../../components/ui/button';
import { MuteFields } from '../../../../components/ui/mute-fields';
import { useMuted } from '../../../../cache/muted-store';
import { unmuteWord } from '../../../../cache/muting';
import { useMuteForm } from '../../../../cache/use-mute-form';
import { Row, RowButton, Rows } from './listing';
import { formatMoment } from '../../../../lib/moment';

const endOf = (until: string | null, exact: boolean): string => {
  if (until === null) return exact ? t`Forever, exactly as written` : t`Forever`;
  const end = formatMoment(until);
  return exact ? t`Until ${end}, exactly as written` : t`Until ${end}`;
};

/** The viewer's muted words and tags: a field to add one, and an Unmute button for each. */
export const MutedWords = ({ viewerId }: { viewerId: string }) => {
  const muted = useMuted();
  const form = useMuteForm({ viewerId });
  return (
    <>
      <form {...form.props} aria-label={t`Mute a word`} className="mb-4 grid max-w-sm grid-cols-1 gap-3">
        <MuteFields form={form} label={t`Word or #tag`} />
        <Button type="submit" variant="soft">
          {t`Mute`}
        </Button>
      </form>
      <Rows
        label={t`Muted words`}
        items={muted.map((held) => ({ _id: mutedKey(held), ...held }))}
        empty={t`You have not muted anything.`}
      >
        {({ word, exact, until }) => (
          <Row title={<span dir="auto">{word}</span>} text={endOf(until, exact === true)}>
            <RowButton
              text={t`Unmute`}
              label={t`Unmute ${word}`}
              onClick={() => unmuteWord(viewerId, { word, exact })}
            />
          </Row>
        )}
      </Rows>
    </>
  );
};
