import { t } from '@lingui/core/macro';
import { REGISTRATION_LIMITS, type Invitation } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Ticket } from 'lucide-react';
import { Button } from '../../../../components/ui/button';
import { IconButton } from '../../../../components/ui/icon-button';
import { TextField } from '../../../../components/ui/text-field';
import { paths } from '../../../../config/paths';
import { api } from '../../../../lib/api-client';
import { copyText } from '../../../../lib/copy-text';
import { useInstance } from '../../../../lib/instance';
import { invitationText } from '../../../../lib/invitation-text';
import { toast } from '../../../../lib/toast';
import { useForm } from '../../../../lib/use-form';
import { wholeNumber } from '../../../../lib/whole-number';
import { INVITATIONS, useInvitations } from '../use-invitations';
import { useRowAction } from '../use-row-action';
import { Listing, Row, RowButton } from './listing';
import { SettingsSection } from './section';

const { usesMax, invitationDaysMax, invitationDaysDefault } = REGISTRATION_LIMITS;

const linkOf = ({ code }: Invitation): string =>
  `${window.location.origin}${paths.signup.getHref()}?invite=${code}`;
const handleCopy = (invitation: Invitation): Promise<void> =>
  copyText(linkOf(invitation)).then(
    () => toast.success(t`Link copied`),
    () => toast.error(t`Could not copy. Select the link and copy it by hand.`),
  );

/** The own invitations, and for those who may invite a form for another. */
export const Invitations = () => {
  const client = useQueryClient();
  const { query, own, mayInvite } = useInvitations();
  const form = useForm({
    initial: { uses: '1', days: String(invitationDaysDefault) },
    check: ({ uses, days }) => ({
      uses: wholeNumber(uses, usesMax) ? undefined : t`A whole number from 1 to ${usesMax}`,
      days: wholeNumber(days, invitationDaysMax)
        ? undefined
        : t`A whole number from 1 to ${invitationDaysMax}`,
    }),
    send: async ({ uses, days }) => {
      const body = { uses: wholeNumber(uses, usesMax), days: wholeNumber(days, invitationDaysMax) };
      const { data } = await api.call('createInvitation', { body });
      return () => {
        void handleCopy(data);
        void client.invalidateQueries({ queryKey: INVITATIONS });
      };
    },
  });
  const { act, bind } = useRowAction('invitations');
  const instance = useInstance();
  return (
    <SettingsSection
      card="invitations"
      {...(instance?.registration === 'closed' && {
        text: t`Registration is closed, so such links do not work now.`,
      })}
    >
      <Listing query={{ ...query, data: own }} empty={t`No invitations yet.`}>
        {(invitation) => (
          <Row
            icon={<Ticket size="1.25em" aria-hidden />}
            title={<code className="text-meta select-all">{linkOf(invitation)}</code>}
            text={<span className="wrap-anywhere">{invitationText(invitation)}</span>}
          >
            {invitation.usesLeft > 0 ? (
              <>
                <IconButton label={t`Copy link`} onClick={() => void handleCopy(invitation)}>
                  <Copy size="1.125em" aria-hidden />
                </IconButton>
                <RowButton
                  text={t`Revoke`}
                  label={t`Revoke invitation ${invitation.code.slice(-6)}`}
                  {...bind(invitation._id)}
                  onClick={() =>
                    act(
                      invitation._id,
                      () => api.call('revokeInvitation', { params: { invitationId: invitation._id } }),
                      t`The invitation is revoked`,
                    )
                  }
                />
              </>
            ) : null}
          </Row>
        )}
      </Listing>
      {mayInvite ? (
        <form
          {...form.props}
          aria-label={t`New invitation`}
          className="mt-4 flex flex-wrap items-start gap-3"
        >
          <TextField
            label={t({ message: 'Uses', comment: 'How many people an invitation is for.' })}
            inputMode="numeric"
            className="min-w-0 flex-1 basis-24"
            {...form.bind('uses')}
            error={form.errors.uses ?? form.message?.text}
          />
          <TextField
            label={t({ message: 'Days', comment: 'How many days an invitation works.' })}
            inputMode="numeric"
            className="min-w-0 flex-1 basis-24"
            {...form.bind('days')}
          />
          <Button type="submit" busy={form.busy !== null} className="md:mt-6">
            {t`Create and copy link`}
          </Button>
        </form>
      ) : null}
    </SettingsSection>
  );
};
