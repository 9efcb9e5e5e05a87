import { describe, expect, it } from 'vitest';
import { featureBases, featureOrigins } from './feature-services.js';

describe('feature panel services', () => {
  it('are the public ones by default, each origin once', () => {
    expect(featureOrigins({ VITE_FEATURE_JOKES_URL: ' ' })).toEqual([
      'https://official-joke-api.appspot.com',
      'https://dummyjson.com',
      'https://uselessfacts.jsph.pl',
      'https://www.themealdb.com',
      'https://openlibrary.org',
      'https://api.sampleapis.com',
      'https://jsonplaceholder.typicode.com',
    ]);
  });

  it('can be moved by a variable, with an optional path', () => {
    const env = { VITE_FEATURE_JOKES_URL: 'http://localhost:9000/jokes/' };
    expect(featureBases(env).jokes).toBe('http://localhost:9000/jokes');
    expect(featureOrigins(env)[0]).toBe('http://localhost:9000');
  });

  it.each(["https: 'unsafe-inline'", 'javascript:alert(1)', 'jokes.example', '*'])('reject %s', (value) => {
    expect(() => featureOrigins({ VITE_FEATURE_JOKES_URL: value })).toThrow(
      `VITE_FEATURE_JOKES_URL must be an http(s) url, and "${value}" is not.`,
    );
  });
});
