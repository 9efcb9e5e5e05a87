import type { Rgb } from '../paint/color.js';
import { rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { add, over } from '../paint/picture.js';

export const rain: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const sets = [
    ['#0b1626', '#1f3d55', ['#ffb45e', '#ff6f61', '#ffe1a8', '#7fc8ff', '#ffd28a']],
    ['#14101f', '#3a2748', ['#ff7fb0', '#ffc46b', '#8fb8ff', '#ffdca8', '#c58bff']],
    ['#0a1a1a', '#24504a', ['#ffd98a', '#9ff0c8', '#ff9a6b', '#fff1c9', '#6fd0d8']],
    ['#2a3440', '#6f8291', ['#fff4d8', '#ffd0a0', '#d9ecff', '#ffb38a', '#ffffff']],
    ['#1a1410', '#54392a', ['#ffc27a', '#ff8a52', '#ffe8c0', '#ffd59c', '#ff6b5a']],
  ] as const;
  const [top, bottom, lights] = sets[variant % sets.length]!;
  const a = rgb(top);
  const b = rgb(bottom);
  const { noise } = scene;
  const size = Math.min(W, H);
  const warm = rgb(lights[0]);
  pic.each((x, y, c) => {
    over(c, mix3(a, b, smooth(0, 1, y / H)), 1);
    // light spilling from the street behind the glass
    const spill = Math.exp(-(((y - H * 0.6) / (H * 0.3)) ** 2)) * (0.5 + noise.fbm(x * 0.0018, y * 0.003, 3));
    add(c, warm, spill * 0.3);
  });
  // out-of-focus street lights
  const discs = Array.from({ length: 70 }, () => ({
    x: random.next() * W,
    y: H * (0.25 + random.normal() * 0.18 + 0.3),
    r: size * (0.016 + random.next() ** 2 * 0.075),
    color: rgb(random.pick(lights)),
    power: 0.25 + random.next() * 0.6,
  }));
  pic.each((x, y, c) => {
    for (const disc of discs) {
      const d = Math.hypot(x - disc.x, y - disc.y) / disc.r;
      if (d > 1.1) continue;
      const p = smooth(1.04, 0.94, d) * (0.62 + 0.38 * smooth(0.5, 1, d)) * disc.power;
      for (let k = 0; k < 3; k += 1) c[k] = 1 - (1 - c[k]!) * (1 - disc.color[k]! * p);
    }
  });
  await pic.blur(3);
  const back = pic.data.slice();
  const look = (x: number, y: number, k: number): number => {
    const px = clamp(Math.round(x * pic.scale), 0, pic.width - 1);
    const py = clamp(Math.round(y * pic.scale), 0, pic.height - 1);
    return back[(py * pic.width + px) * 3 + k]!;
  };
  pic.each((_, __, c) => over(c, b, 0.08));
  const drop = (cx: number, cy: number, rx: number, ry: number): void => {
    const x0 = Math.max(0, Math.floor((cx - rx * 1.3) * pic.scale));
    const x1 = Math.min(pic.width - 1, Math.ceil((cx + rx * 1.3) * pic.scale));
    const y0 = Math.max(0, Math.floor((cy - ry * 1.3) * pic.scale));
    const y1 = Math.min(pic.height - 1, Math.ceil((cy + ry * 1.3) * pic.scale));
    for (let py = y0; py <= y1; py += 1) {
      for (let px = x0; px <= x1; px += 1) {
        const u = ((px + 0.5) / pic.scale - cx) / rx;
        const v = ((py + 0.5) / pic.scale - cy) / ry;
        const d = Math.sqrt(u * u + v * v);
        const cover = smooth(1.06, 0.94, d);
        if (cover === 0) continue;
        const at = (py * pic.width + px) * 3;
        const z = Math.sqrt(Math.max(0, 1 - d * d));
        // a drop shows the street upside down
        const sx = cx - u * size * 0.16 * (0.4 + d);
        const sy = cy - v * size * 0.2 * (0.4 + d);
        const edge = 0.5 + 0.65 * z;
        const spark = Math.exp(-((u + 0.35) ** 2 + (v + 0.42) ** 2) * 26) * 0.85;
        const rim = smooth(0.55, 1, d) * clamp(v * 0.9) * 0.3;
        for (let k = 0; k < 3; k += 1) {
          const value = look(sx, sy, k) * edge * 1.12 + spark + rim;
          pic.data[at + k] = pic.data[at + k]! * (1 - cover) + value * cover;
        }
      }
    }
  };
  for (let k = 0; k < 900; k += 1) {
    const r = size * (0.0016 + 0.0045 * random.next() ** 2);
    drop(random.next() * W, random.next() * H, r, r * (1 + random.next() * 0.2));
  }
  for (let k = 0; k < 120; k += 1) {
    const r = size * (0.006 + 0.017 * random.next() ** 2);
    drop(
      random.next() * W,
      random.next() * H,
      r * (0.85 + random.next() * 0.2),
      r * (1 + random.next() * 0.35),
    );
  }
  for (let k = 0; k < 7; k += 1) {
    let x = random.next() * W;
    const end = H * (0.3 + random.next() * 0.6);
    for (let y = end - H * (0.15 + random.next() * 0.3); y < end; y += size * 0.014) {
      x += (random.next() - 0.5) * size * 0.006;
      drop(x, y, size * 0.0045 * (0.6 + random.next()), size * 0.008);
    }
    drop(x, end, size * 0.014, size * 0.02);
  }
  pic.finish(random, 0.02, 0.22);
  return 'Raindrops on a window, the lights of the street out of focus behind them.';
};

function mix3(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
