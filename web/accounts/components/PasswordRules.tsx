import { PASSWORD_RULES } from '#application/contract/registrationRules.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Password rules, checked while typing; screen readers hear each state. */
export const PasswordRules = ({ password }: { password: string }) => (
  <ul className="password-rules" aria-label="Password rules">
    {PASSWORD_RULES.map(({ message, holds }) => {
      const done = holds(password);
      return (
        <li key={message} className={classes(done && 'done')}>
          <Icon name={done ? 'check' : 'close'} />
          {message}
          <span className="sr-only">{done ? ', done' : ', not yet'}</span>
        </li>
      );
    })}
  </ul>
);
