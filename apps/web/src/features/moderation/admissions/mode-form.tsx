import { t } from '@lingui/core/macro';
import { REGISTRATION_MODES } from '@social-feed/contracts';
import { useInstance } from '../../../lib/instance';
import { Section } from '../admin/section';
import { PressedSettings } from '../admin/pressed-settings';

/** How people come in, saved with each press. */
export const ModeForm = () => {
  const instance = useInstance();
  return (
    <Section title={t`Registration`} text={REGISTRATION_MODES[instance?.registration ?? 'open'].hint}>
      <PressedSettings page="registration" settings={instance} />
    </Section>
  );
};
