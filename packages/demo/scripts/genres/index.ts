import { balloons } from './balloons.js';
import { birds } from './birds.js';
import { botanical } from './botanical.js';
import { bread } from './bread.js';
import { chess } from './chess.js';
import { city } from './city.js';
import { coffee } from './coffee.js';
import { dunes } from './dunes.js';
import { facade } from './facade.js';
import { fields, train } from './fields.js';
import { fruitFlat } from './fruit.js';
import { stainedGlass } from './glass.js';
import { forest, mountains } from './land.js';
import { mosaic } from './mosaic.js';
import { aurora, moon, nightSky } from './night.js';
import { flow, marbled, topographic } from './paper.js';
import { poster } from './poster.js';
import { rain } from './rain.js';
import { lighthouse, sea } from './sea.js';
import { stillLife } from './still-life.js';
import { terraces } from './terraces.js';
import { textile } from './textile.js';
import { tidePool } from './tide-pool.js';
import { underwater } from './underwater.js';
import type { Painter } from '../paint/picture.js';

/** A painter with the number of pictures it makes. */
export interface Genre {
  readonly name: string;
  readonly count: number;
  readonly paint: Painter;
  /** Shapes it suits, dealt out in turn; default: all. */
  readonly shapes?: readonly Shape[];
}

export const SHAPES = {
  square: [1280, 1280],
  portrait: [1024, 1280],
  tall: [854, 1280],
  upright: [960, 1280],
  wide: [1280, 720],
  classic: [1280, 854],
  panorama: [1280, 640],
} as const;
export type Shape = keyof typeof SHAPES;

export const GENRES: readonly Genre[] = [
  { name: 'mountains', count: 10, paint: mountains },
  { name: 'forest', count: 9, paint: forest },
  { name: 'sea', count: 12, paint: sea },
  { name: 'lighthouse', count: 7, paint: lighthouse },
  { name: 'night-sky', count: 10, paint: nightSky },
  { name: 'aurora', count: 8, paint: aurora },
  { name: 'moon', count: 6, paint: moon, shapes: ['square', 'portrait', 'classic'] },
  { name: 'city', count: 10, paint: city },
  { name: 'facade', count: 9, paint: facade },
  { name: 'rain', count: 7, paint: rain },
  { name: 'dunes', count: 8, paint: dunes },
  { name: 'fields', count: 8, paint: fields },
  { name: 'train', count: 8, paint: train },
  { name: 'balloons', count: 7, paint: balloons },
  { name: 'terraces', count: 8, paint: terraces },
  { name: 'birds', count: 9, paint: birds },
  { name: 'topographic', count: 6, paint: topographic },
  { name: 'marbled', count: 6, paint: marbled },
  { name: 'flow', count: 9, paint: flow },
  { name: 'stained-glass', count: 6, paint: stainedGlass },
  { name: 'poster', count: 10, paint: poster },
  { name: 'textile', count: 8, paint: textile },
  { name: 'mosaic', count: 7, paint: mosaic },
  { name: 'still-life', count: 12, paint: stillLife },
  { name: 'chess', count: 8, paint: chess },
  { name: 'coffee', count: 9, paint: coffee },
  { name: 'bread', count: 9, paint: bread },
  { name: 'fruit', count: 8, paint: fruitFlat },
  { name: 'botanical', count: 11, paint: botanical },
  { name: 'underwater', count: 9, paint: underwater },
  { name: 'tide-pool', count: 8, paint: tidePool },
];
