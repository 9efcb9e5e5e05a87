import { Schema } from 'mongoose';
import { expect, it } from 'vitest';
import { createApi } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';
import { createConnection } from './connection.js';
import { modelOf } from './record.js';

it('names the models as the project card does, with the names of their collections', async () => {
  const api = createApi(testConfig());
  const names = api.connection.modelNames();
  expect(names).toEqual(expect.arrayContaining(['User', 'Board', 'Post', 'Comment', 'PostInteraction']));
  const collections = Object.fromEntries(
    api.allModels.map((model) => [model.modelName, model.collection.name]),
  );
  expect(collections).toMatchObject({
    User: 'users',
    Board: 'boards',
    Post: 'posts',
    Comment: 'comments',
    PostInteraction: 'postinteractions',
  });
  // Each name is singular, and no two models share a collection.
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  expect(new Set(Object.values(collections)).size).toBe(names.length);
  await api.destroy();
});

it('leaves indexes and collections to the start of the API', () => {
  const schema = new Schema({ name: String });
  const model = modelOf('Thing', 'things', schema, { backup: 'kept', ofUser: null, expires: null })(
    createConnection(),
  );
  expect(model.schema.get('autoIndex')).toBe(false);
  expect(model.schema.get('autoCreate')).toBe(false);
});
