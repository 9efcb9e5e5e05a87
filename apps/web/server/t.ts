/** By its own path, because the build's configuration uses it before the contracts are built. */
export { t } from '../../../packages/contracts/src/t.ts';
