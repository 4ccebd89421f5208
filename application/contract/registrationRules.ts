import { isOneAlphabet, isReserved } from '#domain/accounts/confusableNames.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';

/** The registration rules without zod, which is heavier than the registration page. `registration` in accounts.ts has the same rules. */

/** Document 1, section 5: all broken rules, joined by ", ". */
export const PASSWORD_RULES: readonly { message: string; holds: (password: string) => boolean }[] = [
  { message: 'Must be at least 8 characters', holds: (password) => password.length >= 8 },
  {
    message: 'Must include upper and lowercase letters',
    holds: (password) => /[a-z]/.test(password) && /[A-Z]/.test(password),
  },
  { message: 'Must include a number', holds: (password) => /[0-9]/.test(password) },
  { message: 'Must include a special character (!@#$%^&*)', holds: (password) => /[!@#$%^&*]/.test(password) },
];

/** The same rules as a pattern, for openapi.json. */
export const PASSWORD_PATTERN = '^(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])(?=[^!@#$%^&*]*[!@#$%^&*])';

export const PASSWORD_DESCRIPTION =
  '8 to 200 characters, with a lowercase letter, an uppercase letter, a digit and one of !@#$%^&*';

export const brokenPasswordRules = (password: string): string =>
  PASSWORD_RULES.filter((rule) => !rule.holds(password))
    .map((rule) => rule.message)
    .join(', ');

/** A standard address with a top-level domain of 2 to 7 letters. */
export const EMAIL = /^[A-Za-z0-9._%+'-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,7}$/;

const isEmail = (address: string): boolean => address.length <= 254 && EMAIL.test(address);

/** Invisible characters would allow names that look the same. U+FE0F is visible: it selects the coloured form of an emoji. */
const INVISIBLE = /[\p{C}\u2800]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/u;

const NAME_INVISIBLE = 'Username must not contain invisible characters';

const ALPHABET = 'Username must be written in one alphabet';

const RESERVED = 'This username is reserved';

/** Why a name is refused, whatever its length. */
export const nameFailure = (name: string): string | undefined => {
  if (INVISIBLE.test(name)) return NAME_INVISIBLE;
  if (!isOneAlphabet(name)) return ALPHABET;
  return isReserved(name) ? RESERVED : undefined;
};

type Asked = { username: string; email: string; password: string; country: string; acceptTerms: boolean };

/** The error of each field, in the order of the form. */
export const registrationFailures = (asked: Asked): Partial<Record<keyof Asked, string>> => {
  const username = asked.username.trim();
  const unfit = nameFailure(username);
  const password = brokenPasswordRules(asked.password);
  const countries: readonly string[] = REGISTRATION_COUNTRIES;
  return {
    ...(username.length < 3 && { username: 'Username must be at least 3 characters' }),
    ...(username.length > 30 && { username: 'Username must be at most 30 characters' }),
    ...(unfit && { username: unfit }),
    ...(!isEmail(asked.email.trim()) && { email: 'Please enter a valid email address' }),
    ...(password && { password }),
    ...(asked.password.length > 200 && { password: 'Must be at most 200 characters' }),
    ...(!countries.includes(asked.country) && { country: 'Please select your country' }),
    ...(!asked.acceptTerms && { acceptTerms: 'You must accept the Terms and Conditions' }),
  };
};
