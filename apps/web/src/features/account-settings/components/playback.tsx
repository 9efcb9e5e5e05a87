import { Checkbox } from '../../../components/ui/checkbox';
import { Segmented } from '../../../components/ui/segmented';
import { setAutoplay, setMotion, useAutoplay, useMotion, type Motion } from '../../../lib/preferences';

const OPTIONS = [
  { value: 'system', label: 'System' },
  { value: 'reduced', label: 'Reduced' },
] as const satisfies readonly { value: Motion; label: string }[];

/** How much moves: as the device says, or less. */
export const MotionSwitch = () => (
  <Segmented label="Motion" options={OPTIONS} value={useMotion()} onChange={setMotion} />
);

/** Whether clips start by themselves; off unless chosen. */
export const AutoplaySwitch = () => (
  <Checkbox
    label="Play videos by themselves, without sound"
    checked={useAutoplay()}
    onChange={(event) => setAutoplay(event.target.checked)}
  />
);
