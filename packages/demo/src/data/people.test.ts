import { describe, expect, it } from 'vitest';

import { mediaManifest } from './media.js';
import { DEMO_EPOCH, DEMO_PEOPLE, personAt } from './people.js';

const files = new Set(mediaManifest.map((item) => item.file));
const people = Array.from({ length: 3_000 }, (_, k) => personAt(k));

describe('personAt', () => {
  it('starts with the demo account', () => {
    expect(personAt(0)).toMatchObject({ userName: 'demo', email: 'demo@example.org', language: 'en' });
    expect(personAt(0).avatar).toBeDefined();
  });

  it('is deterministic', () => {
    expect(personAt(41)).toEqual(personAt(41));
    expect(personAt(400)).toEqual(personAt(400));
  });

  it('gives valid user names and email addresses that are unique, ignoring case', () => {
    for (const { userName, email } of people) {
      expect(userName).toMatch(/^[A-Za-z0-9_]{3,30}$/);
      expect(email).toMatch(/^[a-z0-9_]+@example\.org$/);
    }
    expect(new Set(people.map((person) => person.userName.toLowerCase())).size).toBe(people.length);
  });

  it('stays within the limits of a profile', () => {
    for (const person of people) {
      expect(person.fullName.trim().length).toBeGreaterThan(2);
      expect(person.bio.length).toBeGreaterThan(10);
      expect(person.bio.length).toBeLessThanOrEqual(300);
      expect(person.location.length).toBeLessThanOrEqual(100);
      if (person.website !== undefined) expect(new URL(person.website).protocol).toBe('https:');
      expect(person.interests.length).toBeGreaterThan(0);
      expect(person.joinedAt.getTime()).toBeLessThan(DEMO_EPOCH.getTime());
      for (const file of [person.avatar, person.cover]) if (file !== undefined) expect(files).toContain(file);
    }
  });

  it('includes hand-written users in many scripts, some without a picture', () => {
    const names = people.slice(0, DEMO_PEOPLE).map((person) => person.fullName);
    expect(new Set(names).size).toBe(DEMO_PEOPLE);
    for (const script of ['Latin', 'Arabic', 'Han', 'Hangul', 'Devanagari', 'Cyrillic', 'Greek', 'Bengali']) {
      expect(
        names.some((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)),
        script,
      ).toBe(true);
    }
    const bare = people.slice(0, DEMO_PEOPLE).filter((person) => person.avatar === undefined).length;
    expect(bare).toBeGreaterThan(0);
    expect(bare).toBeLessThan(15);
  });
});
