import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { useSubmitting } from './Form.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Link, type LinkProps } from './Link.tsx';

/** `primary`: the one gold button of a view. `danger` is outlined; `danger-fill` is only for confirming dialogs. */
export type Look = 'plain' | 'primary' | 'quiet' | 'danger' | 'danger-fill';

type Dress = {
  look?: Look | undefined;
  size?: 'sm' | undefined;
  block?: boolean | undefined;
  icon?: IconName | undefined;
  className?: string | undefined;
};

const buttonClass = ({ look = 'plain', size, block, className }: Dress = {}): string =>
  classes('btn', look !== 'plain' && `btn-${look}`, size && 'btn-sm', block && 'btn-block', className);

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> &
  Dress & {
    /** Busy: keeps size and focus, shows a spinner and ignores presses. Submit buttons are busy automatically. */
    busy?: boolean;
    /** The label while busy; by default unchanged. */
    busyText?: string | undefined;
    children: ReactNode;
    ref?: Ref<HTMLButtonElement>;
  };

/** Not `disabled`: that would drop the focus of keyboard users. */
const whileBusy = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};

export const Button = (props: ButtonProps) => {
  const {
    look,
    size,
    block,
    icon,
    className,
    busy: itself = false,
    busyText,
    children,
    type = 'button',
    ...rest
  } = props;
  const submitting = useSubmitting();
  const busy = itself || (type === 'submit' && submitting);
  return (
    <button {...rest} type={type} className={buttonClass({ look, size, block, className })} {...(busy && whileBusy)}>
      {icon && !busy && <Icon name={icon} />}
      {busy ? (busyText ?? children) : children}
    </button>
  );
};

type ButtonLinkProps = Omit<LinkProps, 'className'> & Dress;

/** A link styled as a button, so it can open in a new tab. */
export const ButtonLink = ({ look, size, block, icon, className, children, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonClass({ look, size, block, className })}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
);

/** A square icon button; its label is read out and shown as a tooltip. */
export const IconButton = (
  props: Omit<ButtonProps, 'icon' | 'children'> & { icon: IconName; label: string; children?: ReactNode },
) => {
  const { icon, label, children, className, look, size, block, busy = false, type = 'button', ...rest } = props;
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={buttonClass({ look, size, block, className: classes('btn-icon', className) })}
      {...(busy && whileBusy)}
    >
      {!busy && <Icon name={icon} />}
      {children}
    </button>
  );
};
