import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends the answers that wait behind another one on a connection which closes. Node tells them nothing, so that whatever
 * a request holds until its answer closes, such as its place among those in flight, would be held for ever.
 */
export function endPipelined(server: Pick<Server, 'on'>): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();

  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    // The first answer of a connection owns it.
    if (res.socket !== null) return;
    let answers = waiting.get(socket);
    if (answers === undefined) {
      answers = new Set();
      waiting.set(socket, answers);
      socket.once('close', () => end(waiting.get(socket)));
    }
    answers.add(res);
    const gone = answers;
    res.once('close', () => gone.delete(res));
  });
}

function end(answers: Set<ServerResponse> = new Set()): void {
  for (const res of answers) {
    // Once it owns the connection, Node closes it.
    if (res.socket !== null || res.destroyed) continue;
    res.destroy();
    res.emit('close');
  }
}
