import { t } from '@lingui/core/macro';
import { Page } from '../../components/layouts/page';
import { FeaturePanel } from '../../features/community/feature-panel/components/feature-panel';

/** /featurePanel (A §2.1), also reached from the mobile More panel: the eight cards of A §2.10. */
export const FeaturesRoute = () => (
  <Page
    title={t({ message: 'Features', context: 'jokes, recipes and the like' })}
    lead={t`Small pleasures for a spare minute.`}
  >
    <FeaturePanel size="page" />
  </Page>
);
