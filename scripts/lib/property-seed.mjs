import fc from 'fast-check';

/**
 * Seed of the property tests in their short form: whether a change passes must not depend on chance. The long form,
 * `npm run test:long`, draws new values in every run.
 */
const SEED = 20_261_129;

if (process.env.TEST_LONG !== '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
