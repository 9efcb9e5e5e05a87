import { describe, expect, it } from 'vitest';
import { readProfile, userNameIdeas } from './profile.js';

describe('a provider’s profile', () => {
  const claims = { sub: '1', name: ' Ada Byron ', email: 'Ada@Example.org', email_verified: true };

  it.each(['google', 'linkedin'] as const)('is read from the claims of %s', (provider) => {
    expect(readProfile(provider, claims)).toEqual({
      provider,
      subject: '1',
      email: 'ada@example.org',
      emailVerified: true,
      fullName: 'Ada Byron',
    });
    expect(readProfile(provider, { ...claims, email_verified: 'true' }).emailVerified).toBe(true);
    for (const verified of [false, 'false', undefined, 'yes']) {
      expect(readProfile(provider, { ...claims, email_verified: verified }).emailVerified).toBe(false);
    }
  });

  it.each([
    ['a'.repeat(150), 'a'.repeat(100)],
    [`${'a'.repeat(99)}🌳`, 'a'.repeat(99)],
  ])('truncates the name to the limit without splitting a character: %s', (name, fullName) => {
    expect(readProfile('google', { ...claims, name }).fullName).toBe(fullName);
    expect(readProfile('facebook', { id: '7', name }).fullName).toBe(fullName);
  });

  // A response may have 100 kB; a pattern of quadratic time would take seconds.
  it('derives user names from a name of any length in linear time', () => {
    const profile = readProfile('google', { ...claims, name: `x${'_'.repeat(300_000)}x` });
    expect([...userNameIdeas(profile)]).toHaveLength(10);
  });

  it('never has a verified address at Facebook', () => {
    const answer = { id: '7', name: 'Ada', email: 'ada@example.org', email_verified: true, verified: true };
    expect(readProfile('facebook', answer)).toMatchObject({ subject: '7', emailVerified: false });
  });

  it.each([undefined, null, '', 'no address', 'a@b', `${'a'.repeat(200)}@example.org`])(
    'has no e-mail address if it is %j',
    (email) => {
      expect(readProfile('google', { ...claims, email }).email).toBeNull();
      expect(readProfile('facebook', { id: '7', email }).email).toBeNull();
    },
  );

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { sub: '' },
    { sub: 1 },
    { id: { $ne: null } },
    { sub: 'x'.repeat(300) },
  ])('is rejected for %j', (answer) => {
    for (const provider of ['google', 'facebook', 'linkedin'] as const) {
      expect(() => readProfile(provider, answer)).toThrow();
    }
  });
});

describe('user names for a new account', () => {
  const ideas = (fullName: string) => [...userNameIdeas({ fullName })];

  it.each([
    ['Ada Byron', 'ada_byron'],
    ['Zoë Ünal', 'zoe_unal'],
    ["  O'Neill, Jr.  ", 'o_neill_jr'],
  ])('are derived from the name "%s"', (fullName, first) => {
    expect(ideas(fullName)[0]).toBe(first);
  });

  it.each(['', '李', 'Al', 'admin', 'Settings'])('are random if the name "%s" yields none', (fullName) => {
    expect(ideas(fullName)[0]).toMatch(/^member_[0-9a-f]{6}$/);
  });

  it('are valid and differ', () => {
    const all = ideas('A name that is much longer than any user name may be');
    for (const idea of all) expect(idea).toMatch(/^[A-Za-z0-9_]{3,30}$/);
    expect(new Set(all).size).toBe(all.length);
  });
});
