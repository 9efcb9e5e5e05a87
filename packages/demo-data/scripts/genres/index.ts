import type { Painter } from '../paint/picture.js';
import { city, facade, rain } from './city.js';
import { balloons, birds, dunes, fields, terraces, train } from './fields.js';
import { forest, mountains } from './land.js';
import { aurora, moon, nightSky } from './night.js';
import { botanical, tidePool, underwater } from './nature.js';
import { flow, marbled, mosaic, poster, stainedGlass, textile, topographic } from './pattern.js';
import { lighthouse, sea } from './sea.js';
import { bread, chess, coffee, fruitFlat, stillLife } from './table.js';

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
