import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import { Logo } from '../../../components/ui/logo';
import { Spinner } from '../../../components/ui/spinner';
import { cx } from '../../../lib/class-names';
import type { Elements } from '../../../lib/elements';
import { PageTitle } from '../../../components/layouts/page-title';
import { useInstanceName } from '../../../lib/instance-store';

interface ProgressFrameProps {
  title: string;
  /** One sentence under the title. */
  lead: string;
  /** The progress display. */
  children: Elements;
}

/** Centred card, shared by the pages that providers redirect to. */
export const ProgressFrame = ({ title, lead, children }: ProgressFrameProps) => (
  <main className="grid min-h-dvh place-items-center px-5">
    <PageTitle title={title.replace(/(?<!\.)\.+$/, '')} />
    <div className="w-full max-w-[400px] rounded-card border border-line bg-surface p-6">
      <div className="mb-6 flex items-center gap-3">
        <Logo size={40} />
        <span translate="no" className="text-title font-bold tracking-tight">
          {useInstanceName()}
        </span>
      </div>
      <h1 className="text-page font-bold tracking-tight serif:font-serif serif:font-semibold">{title}</h1>
      <p className="mt-2 text-body text-muted">{lead}</p>
      {children}
    </div>
  </main>
);

/** Each step with the progress in percent at which it is done (A §2.5). */
const STEPS = [
  { label: t`Verifying credentials`, until: 40 },
  { label: t`Setting up session`, until: 100 },
  { label: t`Redirecting to app`, until: 101 },
];

/** The progress display of /oauth-success. */
export const ProgressSteps = ({ progress }: { progress: number }) => {
  const active = STEPS.findIndex((step) => progress < step.until);
  return (
    <ProgressFrame title={t`Signing you in`} lead={t`Please keep this page open.`}>
      <div
        role="progressbar"
        aria-label={t`Signing you in`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        className="mt-6 h-1.5 overflow-hidden rounded-full bg-fill-strong"
      >
        <div
          className="h-full origin-left rtl:origin-right rounded-full bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${progress / 100})` }}
        />
      </div>
      <ol className="mt-6 flex flex-col gap-3">
        {STEPS.map(({ label }, index) => (
          <li
            key={label}
            aria-current={index === active ? 'step' : undefined}
            className={cx('flex items-center gap-3', index > active ? 'text-muted' : 'font-medium text-text')}
          >
            <span className="grid size-6 place-items-center">
              {index < active ? (
                <Check size="1.1875em" aria-hidden className="text-success" />
              ) : index === active ? (
                <Spinner size={19} className="text-accent" />
              ) : (
                <span className="size-2 rounded-full bg-fill-strong" />
              )}
            </span>
            <span>{label}</span>
          </li>
        ))}
      </ol>
    </ProgressFrame>
  );
};
