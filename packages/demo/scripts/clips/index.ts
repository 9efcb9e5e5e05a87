import { trainWindow } from './train-window.js';
import type { Clip } from './clip.js';
import { waves, aurora, clouds } from './skies.js';
import { lava, jelly } from './lava.js';
import { bokeh } from './window.js';

export const CLIPS: readonly Clip[] = [waves, aurora, lava, bokeh, jelly, clouds, trainWindow];
