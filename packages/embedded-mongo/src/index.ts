export * from './server/server.js';
