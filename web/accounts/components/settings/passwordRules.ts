import { ApiError, messageOf, serverCode } from '../../../api/ApiError.ts';

const STRONG = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#$%^&*])[A-Za-z\d!@#$%^&*]{8,}$/;

export type PasswordDraft = { currentPassword: string; newPassword: string; confirmPassword: string };
type PasswordFailure = { field: keyof PasswordDraft; message: string };

/** First broken rule of a password change (document 2, section 5). Characters outside the named classes are refused. */
export const passwordFailure = (draft: PasswordDraft): PasswordFailure | null => {
  if (!draft.currentPassword) return { field: 'currentPassword', message: 'Current password is required' };
  if (!draft.newPassword) return { field: 'newPassword', message: 'New password is required' };
  if (!draft.confirmPassword) return { field: 'confirmPassword', message: 'Please confirm the new password' };
  if (draft.newPassword !== draft.confirmPassword)
    return { field: 'confirmPassword', message: 'New passwords do not match' };
  if (!STRONG.test(draft.newPassword))
    return {
      field: 'newPassword',
      message:
        'Password must be at least 8 characters long and contain uppercase, lowercase, number and special character',
    };
  return null;
};

/** Maps the server's refusal to a field and a text. */
export const passwordError = (error: unknown): PasswordFailure => {
  if (error instanceof ApiError && error.status === 0)
    return {
      field: 'currentPassword',
      message:
        'No answer arrived, so your password may have changed. Try again; if this password is refused, the new one is in use.',
    };
  const late = error instanceof ApiError && error.status === 429 ? messageOf(error, '') : '';
  if (late) return { field: 'currentPassword', message: late };
  const said = `${serverCode(error) ?? ''} ${messageOf(error, '')}`;
  if (serverCode(error) === 'passwordTooCommon') return { field: 'newPassword', message: messageOf(error, '') };
  return /invalid authentication code|currentPasswordWrong|current password/i.test(said)
    ? { field: 'currentPassword', message: 'Current password is incorrect' }
    : { field: 'newPassword', message: 'Failed to update password. Please try again.' };
};
