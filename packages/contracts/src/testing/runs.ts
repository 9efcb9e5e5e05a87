/** How often a test of many cases runs: `short` in `npm test`, `long` with TEST_LONG=1, as in `npm run test:long`. */
export const runs = (short: number, long: number): number =>
  process.env['TEST_LONG'] === '1' ? long : short;
