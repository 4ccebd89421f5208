import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { GRANT_TERMS } from '#domain/accounts/limits.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { answerMessage } from '../../../api/answerMessage.ts';
import { useStaffAction } from '../../../staff/useStaffAction.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Input, Select } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';

const ACTIONS = {
  staff: 'Decides cases, suspends and terminates accounts, removes listings',
  auditor: 'Reads everything, changes nothing',
  admin: 'Grants and revokes roles',
};

type Draft = { account: string; role: keyof typeof ACTIONS };

export const GrantRole = () => {
  const action = useStaffAction<{ message: string }>();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Draft>({
    defaultValues: { account: '', role: 'staff' },
  });
  const { register, handleSubmit, formState, reset, watch } = form;
  useKeptOverReload(form, 'grant');
  const submit = handleSubmit(async ({ account, role }) => {
    setFailure(undefined);
    try {
      const answer = await action.mutateAsync({ path: 'admin/roles/grant', body: { account: account.trim(), role } });
      reset();
      toast.success(answerMessage(answer, 'Role proposed'));
    } catch (error) {
      setFailure(messageOf(error, 'Failed to propose the role'));
    }
  });
  return (
    <Form className="form-grid" onSubmit={submit}>
      <Input
        label="Account"
        hint="Its e-mail address or id"
        autoComplete="off"
        maxLength={254}
        error={formState.errors.account?.message}
        {...register('account', { validate: (typed) => typed.trim() !== '' || 'Please enter an account' })}
      />
      <Select label="Role" hint={ACTIONS[watch('role')]} {...register('role')}>
        {Object.keys(ACTIONS).map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </Select>
      <p className="muted">
        Another admin must confirm it within {GRANT_TERMS.roleProposal}, or it expires. For {GRANT_TERMS.newColleague}{' '}
        after that, its holder cannot decide about money or close an account for good.
      </p>
      {failure && <Notice bad>{failure}</Notice>}
      <Button type="submit" look="primary" block busyText="Proposing…">
        Propose role
      </Button>
    </Form>
  );
};
