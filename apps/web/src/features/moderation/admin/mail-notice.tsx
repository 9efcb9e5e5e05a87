import { t } from '@lingui/core/macro';
import { Card } from '../../../components/ui/card';
import { useOwnAccount } from '../../../lib/viewer';
import { useServiceState } from './service-state';

/** Tells admins that no mail of this instance arrives. */
export const MailNotice = () => {
  const isAdmin = useOwnAccount()?.isAdmin === true;
  const { data } = useServiceState(isAdmin);
  // the mailbox of development is meant to take it
  const isLost = data?.mail.way === 'none' || data?.mail.way === 'catcher';
  return isAdmin && isLost ? (
    <Card as="section" aria-label={t`Mail`} className="mb-4 p-4 md:p-5">
      <p className="font-medium">{t`No mail arrives.`}</p>
      <p className="text-muted">
        {t`People cannot confirm their address or reset their password until SMTP_URL names a mail server.`}
      </p>
    </Card>
  ) : null;
};
