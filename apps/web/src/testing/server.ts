import { setupServer } from 'msw/node';

/** No handler by default: a call that a test did not expect fails it. */
export const server = setupServer();
