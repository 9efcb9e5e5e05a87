import { t } from '@lingui/core/macro';
import type { Person } from '@social-feed/contracts';
import { Dialog } from '../../../components/ui/dialog';
import { People } from '../../content/post/dialogs/people-pages';

/** People worth following, each with a link to the profile and Follow. Load it lazily. */
export const PeopleHere = ({ people, onClose }: { people: readonly Person[]; onClose: () => void }) => (
  <Dialog onClose={onClose} title={t`People here`}>
    <People people={people} onLeave={onClose} />
  </Dialog>
);
