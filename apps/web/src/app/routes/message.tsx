import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Page } from '../../components/layouts/page';
import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import { ComingSoon } from '../../components/ui/coming-soon';
import { profileQuery } from '../../features/reading/profile/profile-queries';
import { useClose } from '../../lib/use-close';

/** /message/@{userName}: a placeholder that names the user and has a Back button. */
export const MessageRoute = () => {
  const { handle = '' } = useParams();
  const close = useClose();
  // the address contains the user name; picture and full name appear when they are loaded
  const { data: person } = useQuery(profileQuery(handle.replace(/^@/, '')));
  const picture = person && (
    <Avatar id={person._id} name={person.fullName} src={person.profilepic} size={72} className="mb-2" />
  );
  return (
    <Page title={t`Messages`}>
      <div className="py-6">
        <ComingSoon
          {...(picture ? { figure: picture } : {})}
          heading={
            <>
              <h2 className="text-title font-semibold">
                <bdi>{person?.fullName ?? handle}</bdi>
              </h2>
              {person ? <bdi className="text-muted">{handle}</bdi> : null}
            </>
          }
          plans={t`Direct messages will open here.`}
        >
          <Button variant="soft" className="mt-5" onClick={close}>
            {t`Back`}
          </Button>
        </ComingSoon>
      </div>
    </Page>
  );
};
