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

describe('claims that a provider sends without a usable value', () => {
  const PROVIDERS = ['google', 'facebook', 'linkedin', 'oidc'] as const;
  const idOf = (provider: (typeof PROVIDERS)[number]) =>
    provider === 'facebook' ? { id: '7' } : { sub: '7' };
  const EMPTY = [null, undefined, '', '  ', '\u200b', 0, 12, true, [], ['Ada'], {}, { en: 'Ada' }];
  const NAMES = ['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'picture', 'locale'];

  it.each(PROVIDERS)('end no sign-in by %s [B22-30]', (provider) => {
    for (const value of EMPTY)
      for (const name of [...NAMES, 'email', 'email_verified']) {
        const claims = { ...idOf(provider), email: 'ada@example.org', email_verified: true, [name]: value };
        const profile = readProfile(provider, claims);
        expect(profile).toMatchObject({ subject: '7', fullName: '' });
        expect(profile.email).toBe(name === 'email' ? null : 'ada@example.org');
        const isVerified = provider !== 'facebook' && !name.startsWith('email');
        if (name !== 'email_verified' || value !== true) expect(profile.emailVerified).toBe(isVerified);
      }
  });

  it('do not hide what another answer says', () => {
    for (const value of EMPTY) {
      const said = { sub: '7', name: 'Ada Byron', email: 'ada@example.org', email_verified: true };
      const silent = { sub: '7', name: value, email: value, preferred_username: value };
      expect(readProfile('oidc', silent, said)).toEqual(readProfile('oidc', said));
    }
  });

  it('verify an address by true and "true" only, and only this address [B22-30]', () => {
    const own = { sub: '7', email: 'ada@example.org' };
    for (const word of [1, 'yes', 'TRUE', ' true', 'false', false, 0, [true], { value: true }, null])
      expect(readProfile('oidc', { ...own, email_verified: word }).emailVerified, JSON.stringify(word)).toBe(
        false,
      );
    const other = { sub: '7', email: 'eve@example.org', email_verified: true };
    expect(readProfile('oidc', own, other)).toMatchObject({ email: own.email, emailVerified: false });
    const denied = { ...own, email_verified: false };
    expect(readProfile('oidc', { sub: '7', email_verified: true }, denied).emailVerified).toBe(false);
    expect(readProfile('oidc', own, { ...own, email_verified: true }).emailVerified).toBe(true);
  });
});

describe('the name of a newcomer', () => {
  it.each([
    [{ name: 'Jane Doe', preferred_username: 'jdoe' }, 'Jane Doe', 'jdoe'],
    [{ given_name: 'Jane', family_name: 'Doe', nickname: 'JD' }, 'Jane Doe', 'jane_doe'],
    [{ given_name: 'Jane' }, 'Jane', 'jane'],
    [{ family_name: 'Doe', given_name: null }, 'Doe', 'doe'],
    [{ nickname: 'Janey' }, 'Janey', 'janey'],
    [{ preferred_username: 'janedoe' }, 'janedoe', 'janedoe'],
    [{ name: 'jane@example.org', nickname: 'Janey' }, 'Janey', 'janey'],
    [{ preferred_username: 'jane@example.org', name: 'Jane Doe' }, 'Jane Doe', 'jane_doe'],
    [{ preferred_username: 'admin', name: 'Jane Doe' }, 'Jane Doe', 'jane_doe'],
  ])('comes from the first standard claim of %j [B22-41]', (claims, fullName, userName) => {
    const profile = readProfile('oidc', { sub: '7', ...claims });
    expect(profile.fullName).toBe(fullName);
    expect([...userNameIdeas(profile)][0]).toBe(userName);
  });

  it('never holds the e-mail address [B22-41]', () => {
    const at = {
      name: 'jane@example.org',
      preferred_username: 'jane@example.org',
      email: 'jane@example.org',
    };
    const profile = readProfile('oidc', { sub: '7', ...at });
    expect(profile.fullName).toBe('');
    expect([...userNameIdeas(profile)].filter((idea) => !/^member_[0-9a-f]{6}$/.test(idea))).toEqual([]);
  });

  it('is tried plain, then as the full name, then with digits', () => {
    const profile = readProfile('oidc', { sub: '7', name: 'Jane Doe', preferred_username: 'jdoe' });
    const [first, second, third] = [...userNameIdeas(profile)];
    expect([first, second]).toEqual(['jdoe', 'jane_doe']);
    expect(third).toMatch(/^jdoe_[0-9a-f]{6}$/);
  });
});

describe('user names for a new account', () => {
  const ideas = (fullName: string) => [...userNameIdeas({ fullName })];

  it.each([
    ['Ada Byron', 'ada_byron'],
    ['Zoë Ünal', 'zoe_unal'],
    ["  O'Neill, Jr.  ", 'o_neill_jr'],
    ['Þór', 'thor'],
    ['Đorđe', 'dorde'],
    ['Łukasz Żółw', 'lukasz_zolw'],
    ['Søren', 'soren'],
    ['Jose\u0301 Straße', 'jose_strasse'],
    ['Nguyễn Văn Đức', 'nguyen_van_duc'],
    ['Владимир Щукин', 'vladimir_shchukin'],
    ['Ελένη', 'eleni'],
    ['王小明', 'wangxiaoming'],
    ['田中 さくら', 'tianzhong_sakura'],
    ['김철수', 'gimcheolsu'],
    ['محمد علي', 'mhmd_ly'],
    ['Ｊａｎｅ 🌸 Doe', 'jane_doe'],
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
