import { Menu as Primitive } from 'radix-ui/internal';
import { Fragment, type Ref, type RefObject, useRef } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Link } from './Link.tsx';

export type MenuItem = { label: string; icon?: IconName } & ({ to: string } | { onSelect: () => void });

type MenuListProps = {
  id: string;
  label: string;
  groups: readonly (readonly MenuItem[])[];
  button: RefObject<HTMLButtonElement | null>;
  openBy: 'pointer' | 'key' | undefined;
  onClose: () => void;
};

const Item = ({ item, ref }: { item: MenuItem; ref: Ref<HTMLDivElement> | undefined }) => {
  const inside = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </>
  );
  if ('to' in item)
    return (
      <Primitive.Item asChild className="menu-item" ref={ref}>
        <Link to={item.to}>{inside}</Link>
      </Primitive.Item>
    );
  return (
    <Primitive.Item className="menu-item" onSelect={item.onSelect} ref={ref}>
      {inside}
    </Primitive.Item>
  );
};

/** A menu's list, inside its landmark. */
export const MenuList = ({ id, label, groups, button, openBy, onClose }: MenuListProps) => {
  const leftByPress = useRef(false);
  // A menu opened by keyboard starts at its first item; the library only sees keys pressed after it has loaded.
  const first = (item: HTMLElement | null) => {
    if (openBy === 'key' && document.activeElement === button.current) item?.focus();
  };
  return (
    <Primitive.Root modal={false} open={openBy !== undefined} onOpenChange={(open) => open || onClose()}>
      <Primitive.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Primitive.Content
        className="menu"
        id={`${id}-list`}
        align="end"
        sideOffset={8}
        collisionPadding={12}
        aria-label={label}
        aria-labelledby={`${id}-button`}
        onInteractOutside={(event) => {
          // The button handles closing itself.
          if (button.current?.contains(event.target as Node)) event.preventDefault();
          else leftByPress.current = true;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // a chosen item may have moved the focus on
          const isLost = document.activeElement === document.body || document.activeElement === null;
          if (!leftByPress.current && isLost) button.current?.focus();
          leftByPress.current = false;
        }}
      >
        {groups.map((items, group) => (
          <Fragment key={items[0]?.label}>
            {group > 0 && <Primitive.Separator className="menu-line" />}
            {items.map((item) => (
              <Item key={item.label} item={item} ref={item === groups[0]?.[0] ? first : undefined} />
            ))}
          </Fragment>
        ))}
      </Primitive.Content>
    </Primitive.Root>
  );
};
