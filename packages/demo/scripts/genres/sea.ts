import type { Rgb } from '../paint/color.js';
import { css, mix, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import type { Hour } from './sky.js';
import { HOURS, paintSky, paintStars, paintSun } from './sky.js';

/** Water with waves in perspective and the path of the light. */
export function paintSea(scene: Scene, at: Hour, horizon: number, sunX: number, swell = 1): void {
  const { pic, noise } = scene;
  const deep = mix(at.dark, at.sky(0.3), 0.35);
  const reach = pic.H - horizon;
  pic.each((x, y, c) => {
    const d = (y - horizon) / reach;
    if (d < 0) return;
    // distance shrinks towards the horizon, so the waves get finer
    const z = 1 / (d * 0.95 + 0.045);
    const u = (x - pic.W / 2) * z * 0.0016;
    const v = z * 2.6;
    const w1 = noise.fbm(u * 1.2 + 3, v * 1.1, 4);
    const w2 = noise.fbm(u * 3.1 - 8, v * 2.7 + 40, 3);
    const slope = (w1 * 0.75 + w2 * 0.45) * swell;
    const sky = at.sky(clamp(0.98 - d * 0.75 + slope * 0.25));
    over(c, mix3(deep, sky, clamp(0.72 - d * 0.5 + slope * 0.55)), 1);
    const path = Math.exp(-(((x - sunX) / (pic.W * (0.035 + d * 0.13))) ** 2));
    const glint = smooth(0.08, 0.42, slope + 0.1 * (1 - d));
    add(c, at.sun, glint * path * (0.85 - d * 0.35));
    over(c, at.haze, Math.exp(-d * 26) * 0.55);
  }, horizon);
}

const mixed: [number, number, number] = [0, 0, 0];
function mix3(a: Rgb, b: Rgb, t: number): Rgb {
  for (let k = 0; k < 3; k += 1) mixed[k] = a[k]! + (b[k]! - a[k]!) * t;
  return mixed;
}

/** A sailing boat as SVG, with its reflection. */
function boat(x: number, y: number, size: number, hull: string, sail: string): string {
  const s = size;
  const shape = (flip: number): string =>
    `<g transform="translate(${x} ${y}) scale(1 ${flip})">` +
    `<path d="M${-s * 0.5} ${-s * 0.1}H${s * 0.5}Q${s * 0.42} ${s * 0.06} ${s * 0.3} ${s * 0.07}H${-s * 0.34}Z" fill="${hull}"/>` +
    `<path d="M${s * 0.02} ${-s * 0.14}V${-s * 1.25}Q${s * 0.5} ${-s * 0.6} ${s * 0.45} ${-s * 0.16}Z" fill="${sail}"/>` +
    `<path d="M${-s * 0.04} ${-s * 0.14}V${-s * 1.05}Q${-s * 0.12} ${-s * 0.5} ${-s * 0.42} ${-s * 0.16}Z" fill="${sail}" opacity=".82"/></g>`;
  return `<g opacity=".28">${shape(-0.7)}</g>${shape(1)}`;
}

export const sea: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const at = HOURS[[1, 0, 2, 4, 7, 6, 3, 8, 5, 7, 6, 3][variant % 12]!]!;
  const horizon = pic.H * (0.42 + random.next() * 0.2);
  const sunX = pic.W * (0.25 + random.next() * 0.5);
  paintSky(scene, at, horizon, 0.35 + random.next() * 0.55);
  if (at.name === 'in the blue hour') paintStars(scene, 200, horizon * 0.7);
  paintSun(
    pic,
    sunX,
    horizon - pic.H * (0.02 + random.next() * 0.16),
    pic.H * (0.026 + random.next() * 0.022),
    at.sun,
  );
  paintSea(scene, at, horizon, sunX, 0.7 + random.next() * 0.6);
  const motif = variant % 4;
  const dark = css(mix(at.dark, at.haze, 0.12));
  if (motif === 1 || motif === 3) {
    const sail = css(mix(at.sun, at.haze, 0.4));
    const boats = motif === 1 ? 1 : 4;
    const drawn = Array.from({ length: boats }, (_, k) => {
      const y = horizon + pic.H * (boats === 1 ? 0.1 : 0.012 + k * 0.028);
      const size = pic.H * (boats === 1 ? 0.09 : 0.02 + k * 0.014);
      return boat(pic.W * (0.14 + random.next() * 0.72), y, size, dark, sail);
    });
    await pic.svg(drawn.join(''));
  } else if (motif === 2) {
    await pic.svg(skerries(scene, horizon, dark));
  }
  pic.finish(random);
  const motifText = [
    'an empty horizon',
    'one sailing boat',
    'a few dark skerries',
    'a small fleet of sailing boats',
  ];
  return `The sea ${at.name} with ${motifText[motif]!}.`;
};

/** Low rocks in the water. */
function skerries(scene: Scene, horizon: number, fill: string): string {
  const { pic, random, noise } = scene;
  const shapes = Array.from({ length: 5 }, (_, k) => {
    const y = horizon + pic.H * (0.005 + 0.06 * k * k * 0.4);
    const w = pic.W * (0.05 + 0.05 * k) * (0.6 + random.next());
    const x = pic.W * random.next() - w / 2;
    const points = Array.from({ length: 25 }, (_, i) => {
      const t = i / 24;
      const h = Math.sin(Math.PI * t) ** 0.7 * w * 0.16 * (0.75 + noise.fbm(t * 5 + k * 9, k, 4));
      return `${(x + t * w).toFixed(1)} ${(y - h).toFixed(1)}`;
    });
    return `M${points.join('L')}Z`;
  });
  return `<path d="${shapes.join('')}" fill="${fill}"/>`;
}

export const lighthouse: Painter = async (scene) => {
  const { pic, random, variant, noise } = scene;
  const { W, H } = pic;
  const at = HOURS[[3, 1, 6, 7, 0, 8, 4][variant % 7]!]!;
  const horizon = H * 0.66;
  const right = variant % 2 === 0;
  const lx = W * (right ? 0.7 : 0.3);
  paintSky(scene, at, horizon, 0.7);
  if (variant % 3 === 0) paintStars(scene, 320, horizon * 0.8);
  paintSun(pic, W * (right ? 0.25 : 0.78), horizon - H * 0.03, H * 0.022, at.sun, 0.8);
  paintSea(scene, at, horizon, W * (right ? 0.25 : 0.78), 1);
  const top = H * 0.3;
  const base = H * 0.6;
  const tower = Math.min(W, H) * 0.072;
  // the beam goes in first so that the tower stands before it
  pic.each((x, y, c) => {
    const dx = (x - lx) * (right ? -1 : 1);
    const dy = y - (top + tower * 0.6);
    if (dx < 0) return;
    const spread = Math.abs(dy + dx * 0.06) / (dx * 0.085 + tower * 0.25);
    const fog = 0.75 + noise.fbm(x * 0.006, y * 0.01, 3) * 0.8;
    add(c, rgb('#fff0c0'), Math.exp(-spread * spread * 1.6) * Math.exp(-dx / (W * 0.42)) * 0.55 * fog);
  });
  const edge = Array.from({ length: 61 }, (_, k) => {
    const t = k / 60;
    const x = right ? W * (0.38 + 0.64 * t) : W * (0.62 - 0.64 * t);
    const y = H * 0.74 - (H * 0.14 + tower) * smooth(0, 0.4, t) - noise.fbm(t * 8, variant, 4) * H * 0.05;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const sideX = right ? W * 1.1 : -W * 0.1;
  const rock = mix(at.dark, at.haze, 0.1);
  await pic.stencil(
    `<path d="M${edge.join('L')}L${sideX} ${H}L${right ? W * 0.3 : W * 0.7} ${H}Z"/>`,
    (x, y, c, cover) => {
      const n = noise.ridge(x * 0.012 + y * 0.003, y * 0.005, 5);
      over(c, rock, cover);
      dim(c, 1 + (n - 0.6) * 0.9 * cover);
    },
  );
  const white = css(mix(rgb('#f6efe4'), at.haze, 0.25));
  const shade = css(mix(rgb('#8d8790'), at.dark, 0.35));
  const red = css(mix(rgb('#c2453c'), at.dark, 0.12));
  const hw = tower * 0.5;
  const bands = [0.12, 0.42, 0.72]
    .map(
      (f) =>
        `<path d="M${-hw * (0.72 + f * 0.28)} ${(base - top) * f}H${hw * (0.72 + f * 0.28)}V${(base - top) * (f + 0.14)}H${-hw * (0.75 + f * 0.28)}Z" fill="${red}"/>`,
    )
    .join('');
  await pic.svg(
    `<defs><linearGradient id="t"><stop offset="0" stop-color="${right ? white : shade}"/><stop offset=".45" stop-color="${white}"/><stop offset="1" stop-color="${right ? shade : white}"/></linearGradient>` +
      `<linearGradient id="s"><stop offset="0" stop-color="#000" stop-opacity="${right ? 0 : 0.45}"/><stop offset=".5" stop-color="#000" stop-opacity=".02"/><stop offset="1" stop-color="#000" stop-opacity="${right ? 0.45 : 0}"/></linearGradient></defs>` +
      `<g transform="translate(${lx} ${top + tower * 1.15})"><path d="M${-hw * 0.72} 0H${hw * 0.72}L${hw} ${base - top}H${-hw}Z" fill="url(#t)"/>${bands}<path d="M${-hw * 0.72} 0H${hw * 0.72}L${hw} ${base - top}H${-hw}Z" fill="url(#s)"/>` +
      `<path d="M${-hw * 1.05} ${-tower * 0.14}H${hw * 1.05}V0H${-hw * 1.05}Z" fill="#23202a"/><path d="M${-hw * 0.6} ${-tower * 0.75}H${hw * 0.6}V${-tower * 0.14}H${-hw * 0.6}Z" fill="#ffeebb"/><path d="M${-hw * 0.6} ${-tower * 0.75}V${-tower * 0.14}M0 ${-tower * 0.75}V${-tower * 0.14}M${hw * 0.6} ${-tower * 0.75}V${-tower * 0.14}" stroke="#23202a" stroke-width="${tower * 0.05}"/>` +
      `<path d="M${-hw * 0.8} ${-tower * 0.72}Q0 ${-tower * 1.5} ${hw * 0.8} ${-tower * 0.72}Z" fill="${red}"/></g>`,
  );
  pic.glow(lx, top + tower * 0.7, tower * 1.2, rgb('#fff0c0'), 0.75);
  pic.finish(random);
  return `A striped lighthouse on a cliff ${at.name}, its beam over the water.`;
};
