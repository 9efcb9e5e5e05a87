/** Whether the exhaustive tests run in full, as in `npm run test:long`; otherwise the most telling cases of each. */
export const isLong = process.env['TEST_LONG'] === '1';
