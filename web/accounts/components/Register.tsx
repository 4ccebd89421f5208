import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { ApiError } from '../../api/ApiError.ts';
import { register } from '../../api/entering.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Checkbox, Input, Select } from '../../ui/Input.tsx';
import { Link } from '../../ui/Link.tsx';
import { toast } from '../../ui/toast.ts';
import { useTyped } from '../../ui/useKeptOverReload.ts';
import {
  type DraftErrors,
  type DraftField,
  EMPTY_DRAFT,
  errorsOf,
  firstError,
  payloadOf,
  refusalOf,
} from '../registrationForm.ts';
import { AccountCard } from './AccountCard.tsx';
import { PasswordRules } from './PasswordRules.tsx';
import { VisitorOnly } from './VisitorOnly.tsx';

export const Register = () => (
  <VisitorOnly>
    <AccountCard page="Join the Archives" title="Join the Archives" lead="One account to buy, sell and build trust.">
      <RegisterForm />
    </AccountCard>
  </VisitorOnly>
);

const useRegistration = () => {
  const [draft, setDraft] = useTyped('register', EMPTY_DRAFT, (typed) => ({ ...typed, password: '' }));
  const [errors, setErrors] = useState<DraftErrors>({});
  const navigate = useNavigate();
  const edit = <Field extends DraftField>(field: Field, value: (typeof draft)[Field]) => {
    setDraft((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
  };
  const show = (found: DraftErrors, message: string) => {
    setErrors(found);
    toast.error(message);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const found = errorsOf(draft);
    const first = firstError(found);
    if (first) {
      show(found, first);
      const [field] = Object.keys(found);
      return event.currentTarget.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    }
    try {
      await register(payloadOf(draft, new Date()));
      toast.success('Registration successful! Please check your email to verify your account.');
      await navigate('/registration-success', { state: { email: draft.email.trim() } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = refusalOf(error);
      show(refused.errors, refused.toast);
    }
  };
  return { draft, errors, edit, submit };
};

const RegisterForm = () => {
  const { draft, errors, edit, submit } = useRegistration();
  const [rulesShown, setRulesShown] = useState(false);
  return (
    <>
      <Form onSubmit={submit}>
        <Input
          label="Username"
          name="username"
          autoComplete="username"
          maxLength={30}
          hint="Shown with everything you sell. At least 3 characters."
          value={draft.username}
          onChange={(event) => edit('username', event.target.value)}
          error={errors.username}
        />
        <Input
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          value={draft.email}
          onChange={(event) => edit('email', event.target.value)}
          error={errors.email}
        />
        <div className="grid gap-2">
          <Input
            label="Password"
            type="password"
            name="password"
            autoComplete="new-password"
            value={draft.password}
            onFocus={() => setRulesShown(true)}
            onChange={(event) => edit('password', event.target.value)}
            error={errors.password}
          />
          {rulesShown && <PasswordRules password={draft.password} />}
        </div>
        <Select
          label="Country"
          name="country"
          autoComplete="country-name"
          value={draft.country}
          onChange={(event) => edit('country', event.target.value)}
          error={errors.country}
        >
          <option value="">Choose your country</option>
          {REGISTRATION_COUNTRIES.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </Select>
        <div className="grid gap-1">
          <Checkbox
            name="acceptTerms"
            checked={draft.acceptTerms}
            onChange={(event) => edit('acceptTerms', event.target.checked)}
            aria-invalid={errors.acceptTerms ? true : undefined}
            aria-describedby={errors.acceptTerms ? 'terms-error' : undefined}
            label={
              <>
                I am 18 or older and accept the{' '}
                <Link to="/terms" target="_blank" rel="noopener">
                  Terms and Conditions
                  <span className="sr-only"> (opens in a new tab)</span>
                </Link>
              </>
            }
          />
          <FieldError id="terms-error" message={errors.acceptTerms} />
        </div>
        <Button type="submit" look="primary" block busyText="Forging Identity...">
          Join the Sacred Archives
        </Button>
      </Form>
      <p className="small mt-5">
        Already a collector here? <Link to="/login">Login</Link>
      </p>
    </>
  );
};
