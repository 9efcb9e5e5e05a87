import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/settings.mjs';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';

const SHIPPED = join(root, 'apps/web/deploy/Caddyfile');

interface Sites {
  app: { port: number; web: number };
  floor: { port: number; folder: string };
  api: number;
}

/** Starts Caddy with the Caddyfile that we ship in front of the app, and with the least one in front of the floor. */
export async function startCaddy(folder: string, { app, floor, api }: Sites): Promise<() => Promise<void>> {
  const found = spawnSync('caddy', ['version'], { encoding: 'utf8' });
  if (found.status !== 0) throw new Error('This benchmark needs caddy');
  const ready = await freePort();
  const config = join(folder, 'Caddyfile');
  writeFileSync(
    config,
    `${readFileSync(SHIPPED, 'utf8').replace('admin off', 'admin off\n\tskip_install_trust')}
localhost:${floor.port} {
	encode zstd gzip
	@api path /api/* /demo-media/*
	reverse_proxy @api 127.0.0.1:${api}
	root * ${floor.folder}
	file_server
}
http://127.0.0.1:${ready} {
	respond 200
}
`,
  );
  const output = openSync(join(folder, 'caddy.log'), 'w');
  const buffering = /^v?2\.[0-6]\./.test(found.stdout)
    ? { REQUEST_BUFFERS: 'buffer_requests', RESPONSE_BUFFERS: 'buffer_responses' }
    : {};
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ SITE_ADDRESS: `localhost:${app.port}`, WEB_ROOT: join(root, 'apps/web/dist') },
      ...{ API_UPSTREAM: `127.0.0.1:${api}`, WEB_UPSTREAM: `127.0.0.1:${app.web}` },
      ...buffering,
    },
    stdio: ['ignore', output, output],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  await waitForAnswer('Caddy', `http://127.0.0.1:${ready}`, { seconds: 20 });
  return async () => {
    process.off('exit', killWithUs);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
}
