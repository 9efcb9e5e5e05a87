/** How many random cases a property tries: few in `npm test`, many in `npm run test:long`. */
export const runs = (few: number, many: number): number => (process.env['TEST_LONG'] === '1' ? many : few);
