import { shuffleFace } from '@social-feed/contracts';
import { facePath } from '@social-feed/feed-order/face';
import sharp from 'sharp';

/** Width and height in pixels. */
export const FACE_SIZE = 600;
/** The web app's colours of the accent in the light theme. */
const FACE_COLOURS = { ground: '#edeffd', squares: '#4f56c9' };

/** Address of the picture of a face, below the web app. */
export const faceAddress = (seed: number): string => `/api${shuffleFace.path.replace(':seed', String(seed))}`;

/** Returns the face of a shuffle as a PNG, with a margin of a square and a half. */
export const facePicture = (seed: number): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 11 11" width="${FACE_SIZE}" height="${FACE_SIZE}" shape-rendering="crispEdges"><rect x="-2" y="-2" width="12" height="12" fill="${FACE_COLOURS.ground}"/><path d="${facePath(seed)}" fill="${FACE_COLOURS.squares}"/></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
};
