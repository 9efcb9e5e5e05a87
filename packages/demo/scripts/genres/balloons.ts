import type { Painter } from '../paint/picture.js';
import { mist } from './land.js';
import { HOURS, paintSky, paintSun } from './sky.js';
import { CROPS, rolling } from './fields.js';

export const balloons: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[0, 2, 6, 4, 1, 8, 5][variant % 7]!]!;
  const horizon = H * 0.72;
  paintSky(scene, at, horizon, 0.6);
  paintSun(pic, W * (0.15 + random.next() * 0.7), horizon * 0.85, H * 0.03, at.sun, 1);
  await rolling(scene, at, horizon, CROPS[(variant + 2) % CROPS.length]!, 3);
  const sets = [
    ['#d8503f', '#f4e3c1', '#2b5d73'],
    ['#f0a93b', '#c7453c', '#f7ead2'],
    ['#3c6e71', '#f2c14e', '#efe8da'],
    ['#8e4a7b', '#f3b3a6', '#fbe9d0'],
    ['#2f4b7c', '#f28f6b', '#f6e7c8'],
  ] as const;
  const many = 5 + (variant % 4) * 2;
  const drawn = Array.from({ length: many }, (_, k) => {
    const f = (k + 1) / many;
    const r = Math.min(W, H) * (0.018 + 0.115 * f ** 2.2);
    const x = W * (0.1 + 0.8 * ((k * 0.618 + random.next() * 0.16 + variant * 0.3) % 1));
    const y = H * (0.16 + random.next() * 0.42) + (1 - f) * H * 0.08;
    return { f, svg: balloon(x, y, r, sets[(k + variant) % sets.length]!, 10 + (k % 3) * 2, random.next()) };
  });
  for (const { f, svg } of drawn) {
    await pic.svg(svg);
    if (f < 0.7) mist(scene, H * 0.55, H * 0.5, at.haze, 0.09);
  }
  pic.finish(random, 0.018, 0.1);
  return `${many} hot-air balloons over the hills ${at.name}.`;
};

function balloon(
  x: number,
  y: number,
  r: number,
  colors: readonly string[],
  gores: number,
  id: number,
): string {
  const key = `b${Math.round(id * 1e6)}`;
  const strip = Array.from({ length: gores }, (_, k) => {
    const edge = (t: number): string => {
      const s = Math.sin((t - 0.5) * Math.PI);
      return `Q${s * r * 1.34} ${-r * 0.1} ${s * r * 0.22} ${r * 1.22}`;
    };
    const back = (t: number): string => {
      const s = Math.sin((t - 0.5) * Math.PI);
      return `Q${s * r * 1.34} ${-r * 0.1} 0 ${-r * 1.05}`;
    };
    return `<path d="M0 ${-r * 1.05}${edge(k / gores)}L${Math.sin(((k + 1) / gores - 0.5) * Math.PI) * r * 0.22} ${r * 1.22}${back((k + 1) / gores)}Z" fill="${colors[k % colors.length]!}"/>`;
  });
  const outline = `M0 ${-r * 1.05}C${r * 1.35} ${-r * 1.05} ${r * 1.2} ${r * 0.45} ${r * 0.22} ${r * 1.22}H${-r * 0.22}C${-r * 1.2} ${r * 0.45} ${-r * 1.35} ${-r * 1.05} 0 ${-r * 1.05}Z`;
  return (
    `<defs><clipPath id="${key}"><path d="${outline}"/></clipPath><radialGradient id="${key}g" cx=".35" cy=".28" r=".85"><stop offset="0" stop-color="#fff" stop-opacity=".38"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a0f24" stop-opacity=".55"/></radialGradient></defs>` +
    `<g transform="translate(${x} ${y})"><g clip-path="url(#${key})"><path d="${outline}" fill="${colors[0]!}"/>${strip.join('')}<path d="M${-r * 1.4} ${-r * 0.05}Q0 ${r * 0.3} ${r * 1.4} ${-r * 0.05}V${r * 0.2}Q0 ${r * 0.55} ${-r * 1.4} ${r * 0.2}Z" fill="${colors[1]!}" opacity=".9"/></g><path d="${outline}" fill="url(#${key}g)"/>` +
    `<path d="M${-r * 0.2} ${r * 1.22}L${-r * 0.13} ${r * 1.5}M${r * 0.2} ${r * 1.22}L${r * 0.13} ${r * 1.5}" stroke="#3a2c26" stroke-width="${r * 0.02}"/><rect x="${-r * 0.15}" y="${r * 1.5}" width="${r * 0.3}" height="${r * 0.2}" rx="${r * 0.04}" fill="#7a5233"/></g>`
  );
}
