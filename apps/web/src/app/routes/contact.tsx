import { t } from '@lingui/core/macro';
import { Mail } from 'lucide-react';
import { buttonClass } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Page } from '../../components/layouts/page';
import { env } from '../../config/env';
import { contactHref } from '../../lib/contact-href';
import { useKnownInstance } from '../../lib/instance-store';

/** /contact (A §2.1). */
export const ContactRoute = () => {
  const contact = useKnownInstance()?.contact || env.contactEmail;
  return (
    <Page title={t`Contact Us`}>
      <Card as="section" className="p-5 md:p-6">
        <span className="grid size-12 place-items-center rounded-media bg-accent-soft text-accent-text">
          <Mail size="1.5em" aria-hidden />
        </span>
        <h2 className="mt-4 text-section font-semibold">{t`We read every letter`}</h2>
        <p className="mt-1.5 text-pretty text-muted">
          {t`A question, an idea, or something that does not work as it should: write to us and tell us what happened and on which device.`}
        </p>
        <a href={contactHref(contact)} className={buttonClass({ className: 'mt-5 max-w-full' })}>
          <span dir="ltr" translate="no" className="truncate">
            {contact}
          </span>
        </a>
      </Card>
    </Page>
  );
};
