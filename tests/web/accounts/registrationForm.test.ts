import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registration } from '#application/contract/accounts.ts';
import { type Draft, errorsOf, firstError, payloadOf, refusalOf } from '#web/accounts/registrationForm.ts';
import { resetErrors } from '#web/accounts/resetErrors.ts';
import { ApiError } from '#web/api/ApiError.ts';

const GOOD: Draft = {
  username: 'marta',
  email: 'marta@example.eu',
  password: 'Sacred1!',
  country: 'Spain',
  acceptTerms: true,
};
const broken = (change: Partial<Draft>) => errorsOf({ ...GOOD, ...change });

test('accepts a complete form', () => {
  expect(errorsOf(GOOD)).toEqual({});
});

test('reports the same errors as the server, in the same order, for any input', () => {
  const name = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('ab', ' ab ', 'x'.repeat(31), 'marta'));
  const address = fc.oneof(
    fc.emailAddress(),
    fc.string({ maxLength: 20 }),
    fc.constantFrom(' marta@example.eu ', 'marta@example.e', `${'m'.repeat(250)}@example.eu`),
  );
  const secret = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('Sacred1!', `Sacred1!${'x'.repeat(200)}`));
  const drafts = fc.record({
    username: name,
    email: address,
    password: secret,
    country: fc.constantFrom('', 'Spain', 'Japan'),
    acceptTerms: fc.boolean(),
  });
  fc.assert(
    fc.property(drafts, (draft) => {
      const theirs: Record<string, string> = {};
      for (const { path, message } of registration.safeParse(payloadOf(draft, new Date(0))).error?.issues ?? [])
        theirs[path[0] === 'platformAgreements' ? 'acceptTerms' : String(path[0])] ??= message;
      expect(Object.entries(errorsOf(draft))).toEqual(Object.entries(theirs));
    }),
    { numRuns: 2_000 },
  );
});

test('requires 3 to 30 characters in a username [D1-280] [D1-476]', () => {
  expect(broken({ username: 'x'.repeat(30) })).toEqual({});
  expect(broken({ username: 'x'.repeat(31) })).toEqual({ username: 'Username must be at most 30 characters' });
  expect(broken({ username: ' ab ' })).toEqual({ username: 'Username must be at least 3 characters' });
  expect(broken({ username: 'abc' })).toEqual({});
});

test('requires a top-level domain of 2 to 7 letters [D1-281] [D1-282]', () => {
  const wrong = { email: 'Please enter a valid email address' };
  expect(broken({ email: 'marta' })).toEqual(wrong);
  expect(broken({ email: 'marta@example.e' })).toEqual(wrong);
  expect(broken({ email: 'marta@example.abcdefgh' })).toEqual(wrong);
  expect(broken({ email: 'marta@example.eu' })).toEqual({});
  expect(broken({ email: 'marta@example.abcdefg' })).toEqual({});
});

test('joins the messages of broken password rules with commas [D1-283] [D1-284] [D1-285] [D1-286] [D1-287]', () => {
  expect(broken({ password: 'Aa1!aaa' }).password).toBe('Must be at least 8 characters');
  expect(broken({ password: 'aaaaaa1!' }).password).toBe('Must include upper and lowercase letters');
  expect(broken({ password: 'Aaaaaaa!' }).password).toBe('Must include a number');
  expect(broken({ password: 'Aaaaaa0!' }).password).toBeUndefined();
  expect(broken({ password: 'Aaaaaaa1' }).password).toBe('Must include a special character (!@#$%^&*)');
  expect(broken({ password: 'aaa' }).password).toBe(
    'Must be at least 8 characters, Must include upper and lowercase letters, Must include a number, Must include a special character (!@#$%^&*)',
  );
});

test('accepts only !@#$%^&* as special characters, and 8 characters [D1-283] [D1-286] [D1-476]', () => {
  const taken = (sign: string) => broken({ password: `Abcdef1${sign}` }).password === undefined;
  const ascii = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place));
  expect(
    ascii
      .filter((sign) => /[^A-Za-z0-9]/.test(sign))
      .filter(taken)
      .sort(),
  ).toEqual([...'!@#$%^&*'].sort());
  expect(taken('é')).toBe(false);
});

test('requires country and terms [D1-288] [D1-289]', () => {
  expect(broken({ country: '' })).toEqual({ country: 'Please select your country' });
  expect(broken({ country: 'Japan' })).toEqual({ country: 'Please select your country' });
  expect(broken({ acceptTerms: false })).toEqual({ acceptTerms: 'You must accept the Terms and Conditions' });
});

test('shows the first error in form order, with its own text for the terms [D1-290]', () => {
  const errors = broken({ username: '', email: '', acceptTerms: false });
  expect(firstError(errors)).toBe('Username must be at least 3 characters');
  expect(firstError(broken({ acceptTerms: false }))).toBe('Please accept the Terms and Conditions to continue');
  expect(firstError({})).toBeUndefined();
});

test('sends the terms with the time of acceptance', () => {
  expect(payloadOf(GOOD, new Date('2026-01-02T03:04:05Z'))).toEqual({
    username: 'marta',
    email: 'marta@example.eu',
    password: 'Sacred1!',
    country: 'Spain',
    platformAgreements: { termsAccepted: true, termsAcceptedDate: '2026-01-02T03:04:05.000Z' },
  });
});

const refused = (message: string | undefined) =>
  refusalOf(new ApiError('x', { status: 409, statusText: '', data: { message }, endpoint: 'auth/register' }));

test('shows a taken username at its field and as toast, also if the e-mail is named [D1-429] [D1-430] [D1-433]', () => {
  const expected = {
    errors: { username: 'This username and/or email is already taken' },
    toast: 'Please choose a different username or email',
  };
  expect(refused('Username already exists')).toEqual(expected);
  expect(refused('This username or email exists')).toEqual(expected);
});

test('shows a taken e-mail at its field and as toast [D1-431] [D1-432]', () => {
  expect(refused('Email already exists')).toEqual({
    errors: { email: 'This email is already registered' },
    toast: 'Please use a different email or login to your existing account',
  });
});

test('shows the server’s message for other refusals, or the ritual text [D1-434]', () => {
  expect(refused('Too many registrations').toast).toBe('Too many registrations');
  expect(refused(undefined).toast).toBe('Error in the registration ritual. Please try again.');
});

test('applies the same rules to a new password and requires a matching confirmation [D1-297] [D1-298]', () => {
  expect(resetErrors('aaaaaaaa', 'aaaaaaaa').password).toBe(
    'Must include upper and lowercase letters, Must include a number, Must include a special character (!@#$%^&*)',
  );
  expect(resetErrors('Sacred1!', 'Sacred1?')).toEqual({ confirmation: 'Passwords do not match' });
  expect(resetErrors('Sacred1!', 'Sacred1!')).toEqual({});
});
