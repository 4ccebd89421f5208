import { useForm } from 'react-hook-form';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { type PasswordDraft, passwordError, passwordFailure } from './passwordRules.ts';

const EMPTY: PasswordDraft = { currentPassword: '', newPassword: '', confirmPassword: '' };

export const ChangePassword = () => {
  const { register, handleSubmit, reset, setError, formState } = useForm({ defaultValues: EMPTY });
  const change = useAccountCommand((body: Omit<PasswordDraft, 'confirmPassword'>) =>
    api.post('user/change-password', body),
  );
  const submit = handleSubmit(async (draft) => {
    const failure = passwordFailure(draft);
    if (failure) return setError(failure.field, { message: failure.message }, { shouldFocus: true });
    try {
      await change.mutateAsync({ currentPassword: draft.currentPassword, newPassword: draft.newPassword });
      reset(EMPTY);
      toast.success('Password updated successfully');
    } catch (error) {
      const refused = passwordError(error);
      setError(refused.field, { message: refused.message }, { shouldFocus: true });
      toast.error(refused.message);
    }
  });
  const errorOf = (field: keyof PasswordDraft) => formState.errors[field]?.message;
  return (
    <Panel title="Change Password">
      <Form className="form-grid" onSubmit={submit}>
        <Input
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={errorOf('currentPassword')}
          {...register('currentPassword')}
        />
        <Input
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters: uppercase and lowercase letters, numbers and ! @ # $ % ^ & *, one of each, and nothing else"
          error={errorOf('newPassword')}
          {...register('newPassword')}
        />
        <Input
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
          error={errorOf('confirmPassword')}
          {...register('confirmPassword')}
        />
        <div>
          <Button type="submit" look="primary" busyText="Updating…">
            Update password
          </Button>
        </div>
      </Form>
    </Panel>
  );
};
