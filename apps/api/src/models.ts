import type { Connection, Model } from 'mongoose';
import { sessionModel } from './auth/session.model.js';
import { throttleModel } from './http/throttle.model.js';
import { boardModel } from './boards/board.model.js';
import { idempotencyModel } from './http/idempotency.model.js';
import { userModel } from './users/user.model.js';

/** Every collection of the service on one connection. A feature adds its models here. */
export const createModels = (connection: Connection) => ({
  User: userModel(connection),
  Session: sessionModel(connection),
  Board: boardModel(connection),
  Throttle: throttleModel(connection),
  Idempotency: idempotencyModel(connection),
});
export type Models = ReturnType<typeof createModels>;

export const listModels = (models: Models) => Object.values(models) as unknown as Model<never>[];
