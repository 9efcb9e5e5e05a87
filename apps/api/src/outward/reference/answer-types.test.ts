import { expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import { openApiOf } from './openapi.js';

const scene = appScene({ config: { webOrigin: 'https://feed.example' } });

it.each([
  ['/instance', '/instance'],
  ['/manifest.webmanifest', '/manifest.webmanifest'],
  ['/feeds/robots.txt', '/feeds/robots.txt'],
  ['/feeds/sitemap.xml', '/feeds/sitemap.xml'],
  ['/feeds/shuffle/{seed}.png', '/feeds/shuffle/4711.png'],
  ['/feeds/today.{format}', '/feeds/today.atom'],
  ['/feeds/today.{format}', '/feeds/today.json'],
  ['/notifications/unsubscribe', '/notifications/unsubscribe?token=none'],
])('describes the type that %s answers', async (path, address) => {
  const { endpoints } = scene.app.ctx.http;
  const { paths } = openApiOf(endpoints, { server: 'https://feed.example', production: false });
  const { headers } = await scene.app.agent().get(address);
  const [type] = (headers['content-type'] ?? '').split(';');
  expect(Object.keys(paths[path]?.get?.responses['200']?.content ?? {})).toContain(type);
});
