import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/** A button that opens a list of places and deeds; arrow keys, Home, End and typing move in it. It stays inside its landmark. */
export const Menu = ({ trigger, label, children }: { trigger: ReactElement; label: string; children: ReactNode }) => (
  <Primitive.Root modal={false}>
    <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
    <Primitive.Content className="menu" align="end" sideOffset={8} collisionPadding={12} aria-label={label}>
      {children}
    </Primitive.Content>
  </Primitive.Root>
);

type ItemProps = { icon?: IconName; children: ReactNode };

export const MenuLink = ({ to, icon, children }: ItemProps & { to: string }) => (
  <Primitive.Item asChild className="menu-item">
    <Link to={to}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  </Primitive.Item>
);

export const MenuAction = ({ onSelect, icon, children }: ItemProps & { onSelect: () => void }) => (
  <Primitive.Item className="menu-item" onSelect={onSelect}>
    {icon && <Icon name={icon} />}
    {children}
  </Primitive.Item>
);

export const MenuSeparator = () => <Primitive.Separator className="menu-line" />;
