import type { Look } from './genres/portrait/sitter.js';

const look = (code: string): Look => ({
  build: code[0] === 'm' ? 'm' : 'f',
  skin: Number(code[1]),
  marks: code.slice(2),
});

/** Who is shown how, by the number of the person: a portrait, or a motif as `genre:variant`. */
export const AVATARS: readonly (Look | string)[] = [
  ...['m1', 'f1', 'm3b', 'f2', 'm1bg', 'f4', 'm2', 'sea:3', 'f5', 'f1g'],
  ...['m1o', 'f3', 'poster:0', 'f2', 'm4g', 'coffee:2', 'f1hr', 'm3', 'm5', 'f3s'],
  ...['botanical:3', 'm1hb', 'm2', 'mosaic:0', 'lighthouse:0', 'f1', 'm2b', 'f1', 'mountains:3', 'rain:1'],
  ...['m4b', 'm1bo', 'dunes:0', 'f2', 'f1o', 'm4l', 'f2', 'f3s', 'm2g', 'tide-pool:3'],
  ...['m5g', 'f2', 'f3', 'm1br', 'sea:1', 'f1r', 'm2', 'f5', 'chess:1', 'f1'],
  ...['m2', 'f5o', 'm2', 'f4', 'train:0', 'f4', 'flow:2', 'f2', 'f4', 'balloons:3'],
].map((code) => (code.includes(':') ? code : look(code)));

/** Motifs of the 3:1 covers. */
export const COVERS: readonly string[] = [
  ...['mountains:0', 'sea:0', 'forest:2', 'city:0', 'dunes:1', 'aurora:0', 'fields:1', 'night-sky:2'],
  ...[
    'topographic:0',
    'mosaic:1',
    'textile:2',
    'marbled:2',
    'flow:0',
    'birds:5',
    'terraces:1',
    'mountains:5',
  ],
  ...[
    'sea:4',
    'city:3',
    'stained-glass:5',
    'poster:0',
    'rain:0',
    'underwater:2',
    'balloons:2',
    'still-life:4',
  ],
];
