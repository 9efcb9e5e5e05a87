import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Response } from 'supertest';
import type { Agent, TestApp } from './test-app.js';

const file = (name: string) => readFile(new URL(`./files/${name}`, import.meta.url));

/** Clips of one second, 64 by 48 pixels; MP4 and WebM have a title, and MP4 a location. */
export const clips = {
  mp4: () => file('clip.mp4'),
  webm: () => file('clip.webm'),
  /** Rotated: 48 by 64 when shown. */
  mov: () => file('upright.mov'),
};

export const picture = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

export const smallPng = (): Promise<Buffer> => picture(40, 20).png().toBuffer();

/** An animation whose frames differ. */
export async function animation(
  format: 'gif' | 'webp',
  { width, height, frames }: { width: number; height: number; frames: number },
): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3 * frames);
  for (let frame = 0; frame < frames; frame += 1) {
    raw.fill((frame * 50) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  }
  const strip = sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
  return strip.toFormat(format, { loop: 0, delay: Array<number>(frames).fill(80) }).toBuffer();
}

export type FormPart = [data: Buffer, fileName: string, part?: string];

/** Uploads a form; parts are named `files` by default. */
export function upload(agent: Agent, ...parts: FormPart[]) {
  const call = agent.post('/media');
  for (const [data, name, part = 'files'] of parts) void call.attach(part, data, name);
  return call;
}

/**
 * Uploads one picture.
 * @returns its entry in the response
 */
export async function uploadPicture(agent: Agent) {
  const answer = await upload(agent, [await smallPng(), 'a.png']);
  if (answer.status !== 201) throw new Error(`Upload failed: ${answer.status} ${answer.text}`);
  return answer.body.data[0] as { url: string };
}

export const pathOfUrl = (url: string): string => new URL(url).pathname;
export const idOfUrl = (url: string): string => pathOfUrl(url).split('/').at(-2)!;

/** Reads a file as bytes. */
export const readBytes = (app: TestApp, path: string): Promise<Response & { body: Buffer }> =>
  app
    .agent()
    .get(path)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });

const list = async (path: string) => (existsSync(path) ? (await readdir(path)).sort() : []);

/** Lists the folder where files are received, and that of saved uploads. */
export const incomingIn = (directory: string) => list(join(directory, 'incoming'));
export const keptIn = (directory: string) => list(join(directory, 'files'));
