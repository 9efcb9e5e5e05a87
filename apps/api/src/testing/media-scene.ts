import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { MediaFileRecord } from '../community/uploads/media-file.model.js';
import type { ConfigOverrides } from './override-config.js';
import type { Scene } from './scene.js';
import { createTestApp, newAccount, type Agent, type SignUpFields } from './test-app.js';
import { idOfUrl, keptIn } from './uploads.js';

export interface MediaScene extends Scene {
  /** where uploads are saved */
  directory: string;
  agent: Agent;
}

/** An API with a temporary upload folder, and a signed-in user. */
export function mediaScene(media: ConfigOverrides['media'] = {}): MediaScene {
  const scene = {} as MediaScene;
  beforeAll(async () => {
    scene.directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
    scene.app = await createTestApp({
      config: { media: { directory: scene.directory, ...media }, mongo: { monitorCommands: true } },
    });
    ({ agent: scene.agent } = await scene.app.signUp());
  });
  afterAll(async () => {
    await scene.app.close();
    await rm(scene.directory, { recursive: true, force: true });
  });
  return scene;
}

export interface UploaderScene extends MediaScene {
  account: SignUpFields;
  userId: string;
  /** Advances the clock, which ends sessions, and signs the user in again. */
  pass: (milliseconds: number) => Promise<void>;
  isKept: (url: string) => Promise<boolean>;
  record: (url: string) => Promise<MediaFileRecord | null>;
  sweep: () => Promise<unknown>;
}

/** Like `mediaScene`, with a new user for each test and access to their uploads. */
export function uploaderScene(): UploaderScene {
  const scene = mediaScene() as UploaderScene;
  Object.assign(scene, {
    pass: async (milliseconds: number) => {
      scene.app.clock.advance(milliseconds);
      const { userName: emailOrUsername, password } = scene.account;
      const answer = await scene.agent.post('/auth/login').send({ emailOrUsername, password });
      expect(answer.status, answer.text).toBe(200);
    },
    isKept: async (url: string) => (await keptIn(scene.directory)).includes(idOfUrl(url)),
    record: async (url: string) => scene.app.ctx.models.MediaFile.findById(idOfUrl(url)).lean(),
    sweep: () => scene.app.ctx.media.sweep(),
  } satisfies Partial<UploaderScene>);
  beforeEach(async () => {
    scene.account = newAccount();
    const { agent, user } = await scene.app.signUp(scene.account);
    Object.assign(scene, { agent, userId: user._id });
  });
  return scene;
}
