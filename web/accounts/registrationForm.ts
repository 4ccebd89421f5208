import { registrationFailures } from '#application/contract/registrationRules.ts';
import { ApiError, messageOf, serverErrors } from '../api/ApiError.ts';

export type Draft = { username: string; email: string; password: string; country: string; acceptTerms: boolean };
export type DraftField = keyof Draft;
export type DraftErrors = Partial<Record<DraftField, string>>;

export const EMPTY_DRAFT: Draft = { username: '', email: '', password: '', country: '', acceptTerms: false };

const TERMS_TOAST = 'Please accept the Terms and Conditions to continue';

/** Body of POST auth/register. The instant is when the form is sent. */
export const payloadOf = ({ username, email, password, country, acceptTerms }: Draft, now: Date) => ({
  username: username.trim(),
  email: email.trim(),
  password,
  country,
  platformAgreements: { termsAccepted: acceptTerms, termsAcceptedDate: now.toISOString() },
});

/** First error of each field, in form order. */
export const errorsOf = (draft: Draft): DraftErrors => registrationFailures(draft);

/** The first error, with a different text for the terms than at their checkbox. */
export const firstError = (errors: DraftErrors): string | undefined => {
  const [field, message] = Object.entries(errors)[0] ?? [];
  return field === 'acceptTerms' ? TERMS_TOAST : message;
};

/** Server and form use the same field names, except for the terms. */
const toldAtFields = (error: unknown): DraftErrors =>
  Object.fromEntries(
    Object.entries(serverErrors(error))
      .map(([name, message]) => [name.startsWith('platformAgreements') ? 'acceptTerms' : name, message] as const)
      .filter(([field]) => field in EMPTY_DRAFT),
  );

/** Field errors and toast for a refusal by the server. */
export const refusalOf = (error: unknown): { errors: DraftErrors; toast: string } => {
  const message = messageOf(error, '');
  const says = (word: string) => message.toLowerCase().includes(word);
  if (says('username') && says('exists')) {
    return {
      errors: { username: 'This username and/or email is already taken' },
      toast: 'Please choose a different username or email',
    };
  }
  if (says('email') && says('exists')) {
    return {
      errors: { email: 'This email is already registered' },
      toast: 'Please use a different email or login to your existing account',
    };
  }
  const unreachable = error instanceof ApiError && error.status === 0;
  return {
    errors: toldAtFields(error),
    toast: message || (unreachable ? error.message : 'Error in the registration ritual. Please try again.'),
  };
};
