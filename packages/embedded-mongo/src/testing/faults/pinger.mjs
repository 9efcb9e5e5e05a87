// A thread that pings a server over its own connection, one ping after another, and records how long each takes.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// OP_MSG with {ping: 1, $db: 'admin'}
const body = Buffer.from('\x1e\0\0\0\x10ping\0\x01\0\0\0\x02$db\0\x06\0\0\0admin\0\0', 'latin1');
const ping = Buffer.alloc(21 + body.length);
ping.writeInt32LE(ping.length, 0);
ping.writeInt32LE(2013, 12);
body.copy(ping, 21);

let took = [];
let sent = 0;
const socket = connect(workerData, '127.0.0.1');
const send = () => {
  sent = performance.now();
  socket.write(ping);
};
socket.on('data', () => {
  took.push(performance.now() - sent);
  setTimeout(send, 2);
});
socket.on('connect', send);
parentPort.on('message', () => {
  // count the pending ping, too
  parentPort.postMessage([...took, performance.now() - sent]);
  took = [];
});
