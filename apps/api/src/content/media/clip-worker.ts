// Rewrites one clip and exits. An error becomes the worker's error.
import { parentPort, workerData } from 'node:worker_threads';
import { rewriteClip } from './clip-file.js';

const { from, to } = workerData as { from: string; to: string };
parentPort?.postMessage('started');
parentPort?.postMessage(await rewriteClip(from, to));
