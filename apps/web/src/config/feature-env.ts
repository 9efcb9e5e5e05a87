import { featureBases } from '../../server/feature-services';

/** Base URLs of the services behind the feature panel; apart from `env.ts`, since no first page needs them. */
export const featureBaseUrls = featureBases(import.meta.env);
