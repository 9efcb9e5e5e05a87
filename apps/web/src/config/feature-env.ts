import { featureBases } from '../../server/feature-services';

/** Base urls of the services behind the feature panel; beside `env.ts`, since no first page needs them. */
export const featureBaseUrls = featureBases(import.meta.env);
