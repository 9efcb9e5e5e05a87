import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../components/ui/icon-button';
import { LinkedText } from '../../../components/ui/linked-text';
import { focusIfLost } from '../../../lib/focus';
import { useInstanceStore } from '../../../lib/instance-store';
import { readText, writeText } from '../../../lib/json';

const DISMISSED = 'announcement-dismissed';

/** The host's announcement, unless this browser dismissed it; empty if there is none. */
const dueAnnouncement = (): string => {
  const text = useInstanceStore.getState().known?.announcement ?? '';
  return text === readText(DISMISSED) ? '' : text;
};

/** One line of the host above the feed. One that arrives while the feed is read shows at the next visit. */
export const Announcement = () => {
  const [text, setText] = useState(dueAnnouncement);
  if (text === '') return null;
  const handleDismiss = () => {
    writeText(DISMISSED, text);
    setText('');
    focusIfLost('main');
  };
  return (
    <div className="flex min-h-13 items-center gap-2 border-b border-line bg-accent-soft ps-4 pe-2 md:mb-3 md:rounded-card md:border">
      <p role="status" dir="auto" className="min-w-0 flex-1 py-2 wrap-anywhere">
        <LinkedText text={text} />
      </p>
      <IconButton label={t`Dismiss the announcement`} onClick={handleDismiss}>
        <X size="1.125em" aria-hidden />
      </IconButton>
    </div>
  );
};
