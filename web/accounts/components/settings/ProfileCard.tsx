import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Profile, profileChanged } from '#application/contract/accounts.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { profileQuery } from '../../../api/account.ts';
import { answerMessage } from '../../../api/answerMessage.ts';
import { api } from '../../../api/client.ts';
import { setUser } from '../../../api/sessionStore.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Input, Select } from '../../../ui/Input.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { useSettingsForm } from './useSettingsForm.ts';

type Draft = { fullName: string; country: string };

const ProfileForm = ({ profile }: { profile: Profile }) => {
  const { register, handleSubmit, sent } = useSettingsForm<Draft>({
    fullName: profile.fullName ?? '',
    country: profile.country,
  });
  const save = useAccountCommand((draft: Draft) =>
    api.put<z.infer<typeof profileChanged> | undefined>('users/profile', draft),
  );
  const submit = handleSubmit(async (draft) => {
    try {
      const answer = await save.mutateAsync(draft);
      sent();
      if (answer) setUser(answer.user);
      toast.success(answerMessage(answer, 'Profile updated successfully'));
    } catch (error) {
      toast.error(messageOf(error, 'Profile update failed'));
    }
  });
  return (
    <Form className="form-grid" onSubmit={submit}>
      <p className="small muted">
        {profile.username}, {profile.email}. Only you see your full name.
      </p>
      <Input label="Full name" optional autoComplete="name" maxLength={100} {...register('fullName')} />
      <Select label="Country" hint="Your listings show it as their location." {...register('country')}>
        {REGISTRATION_COUNTRIES.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </Select>
      <div>
        <Button type="submit" look="primary" busyText="Saving…">
          Save profile
        </Button>
      </div>
    </Form>
  );
};

export const ProfileCard = () => {
  const profile = useQuery(profileQuery);
  if (profile.isPending) return <PanelSkeleton />;
  return (
    <Panel title="Profile">
      {profile.data ? (
        <ProfileForm profile={profile.data} />
      ) : (
        <ErrorState error={profile.error} title="Failed to refresh user data" onRetry={() => profile.refetch()} />
      )}
    </Panel>
  );
};
