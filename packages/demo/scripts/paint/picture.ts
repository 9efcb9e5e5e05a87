import type { Sharp } from 'sharp';
import sharp from 'sharp';

import type { Rgb } from './color.js';
import type { Random } from '../../src/data/random.js';
import type { Noise } from './noise.js';

/** What a genre is given to paint one picture. */
export interface Scene {
  readonly pic: Picture;
  readonly random: Random;
  readonly noise: Noise;
  /** Counts the pictures of the genre from 0, to deal palettes and motifs out evenly. */
  readonly variant: number;
}

/** Paints one picture and returns its alternative text. */
export type Painter = (scene: Scene) => Promise<string>;

/**
 * A picture in floating-point sRGB. Painters think in nominal pixels whose longer side is 1280, so that a preview at a
 * quarter of the size shows the same drawing.
 */
export class Picture {
  readonly data: Float32Array;
  readonly scale: number;
  readonly width: number;
  readonly height: number;

  /**
   * @param W nominal width
   * @param H nominal height
   * @param scale pixels per nominal pixel
   */
  constructor(
    readonly W: number,
    readonly H: number,
    scale: number,
  ) {
    this.width = Math.round(W * scale);
    this.height = Math.round(H * scale);
    this.scale = scale;
    this.data = new Float32Array(this.width * this.height * 3);
  }

  /** Calls `paint` for each pixel with nominal coordinates and the colour so far, which it changes in place. */
  each(paint: (x: number, y: number, color: Float32Array) => void, top = 0, bottom = this.H): void {
    const color = new Float32Array(3);
    const from = Math.max(0, Math.floor(top * this.scale));
    const to = Math.min(this.height, Math.ceil(bottom * this.scale));
    for (let row = from; row < to; row += 1) {
      const y = (row + 0.5) / this.scale;
      let at = row * this.width * 3;
      for (let column = 0; column < this.width; column += 1, at += 3) {
        color[0] = this.data[at]!;
        color[1] = this.data[at + 1]!;
        color[2] = this.data[at + 2]!;
        paint((column + 0.5) / this.scale, y, color);
        this.data[at] = color[0];
        this.data[at + 1] = color[1];
        this.data[at + 2] = color[2];
      }
    }
  }

  /** Draws SVG elements (nominal coordinates) over the picture. */
  async svg(body: string, opacity = 1): Promise<void> {
    const { data } = await this.raster(body);
    for (let k = 0, at = 0; k < data.length; k += 4, at += 3) {
      const alpha = (data[k + 3]! / 255) * opacity;
      if (alpha === 0) continue;
      for (let c = 0; c < 3; c += 1) {
        this.data[at + c] = this.data[at + c]! * (1 - alpha) + (data[k + c]! / 255) * alpha;
      }
    }
  }

  /** Rasterises SVG elements and hands each covered pixel to `paint` with its coverage and drawn colour. */
  async stencil(
    body: string,
    paint: (x: number, y: number, color: Float32Array, coverage: number, drawn: Rgb) => void,
  ): Promise<void> {
    const { data } = await this.raster(body);
    const color = new Float32Array(3);
    for (let row = 0, k = 0, at = 0; row < this.height; row += 1) {
      for (let column = 0; column < this.width; column += 1, k += 4, at += 3) {
        const coverage = data[k + 3]! / 255;
        if (coverage === 0) continue;
        color.set(this.data.subarray(at, at + 3));
        const drawn: Rgb = [data[k]! / 255, data[k + 1]! / 255, data[k + 2]! / 255];
        paint((column + 0.5) / this.scale, (row + 0.5) / this.scale, color, coverage, drawn);
        this.data.set(color, at);
      }
    }
  }

  private async raster(body: string): Promise<{ data: Buffer }> {
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" ` +
      `viewBox="0 0 ${this.W} ${this.H}" preserveAspectRatio="none">${body}</svg>`;
    return sharp(Buffer.from(svg), { unlimited: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  }

  /** Adds light around a point; `radius` is where it has fallen to a fifth. */
  glow(cx: number, cy: number, radius: number, light: Rgb, strength: number): void {
    this.each((x, y, c) => {
      const d = ((x - cx) ** 2 + (y - cy) ** 2) / (radius * radius);
      const g = strength / (1 + 4 * d);
      for (let k = 0; k < 3; k += 1) c[k] = 1 - (1 - c[k]!) * (1 - Math.min(1, light[k]! * g));
    });
  }

  /** Blurs everything drawn so far; `radius` in nominal pixels. */
  async blur(radius: number): Promise<void> {
    const raw = { width: this.width, height: this.height, channels: 3 as const };
    const blurred = await sharp(this.bytes(), { raw })
      .blur(Math.max(0.3, radius * this.scale))
      .raw()
      .toBuffer();
    for (let k = 0; k < blurred.length; k += 1) this.data[k] = blurred[k]! / 255;
  }

  /** Film grain and darker corners: the last step of most pictures. */
  finish(random: Random, grain = 0.018, vignette = 0.12): void {
    const cx = this.W / 2;
    const cy = this.H / 2;
    const reach = cx * cx + cy * cy;
    this.each((x, y, c) => {
      const shade = 1 - (vignette * ((x - cx) ** 2 + (y - cy) ** 2)) / reach;
      const g = (random.next() + random.next() - 1) * grain;
      for (let k = 0; k < 3; k += 1) c[k] = c[k]! * shade + g;
    });
  }

  /** 8-bit RGB. */
  bytes(): Buffer {
    const out = Buffer.alloc(this.data.length);
    for (let k = 0; k < out.length; k += 1) {
      const value = this.data[k]!;
      out[k] = value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255);
    }
    return out;
  }

  toSharp(): Sharp {
    return sharp(this.bytes(), { raw: { width: this.width, height: this.height, channels: 3 } });
  }
}

/** Blends a colour over the present one. */
export function over(c: Float32Array, color: Rgb, alpha: number): void {
  c[0] = c[0]! + (color[0] - c[0]!) * alpha;
  c[1] = c[1]! + (color[1] - c[1]!) * alpha;
  c[2] = c[2]! + (color[2] - c[2]!) * alpha;
}

/** Adds light. */
export function add(c: Float32Array, color: Rgb, amount: number): void {
  c[0] = c[0]! + color[0] * amount;
  c[1] = c[1]! + color[1] * amount;
  c[2] = c[2]! + color[2] * amount;
}

/** Multiplies the brightness. */
export function dim(c: Float32Array, factor: number): void {
  c[0] = c[0]! * factor;
  c[1] = c[1]! * factor;
  c[2] = c[2]! * factor;
}
