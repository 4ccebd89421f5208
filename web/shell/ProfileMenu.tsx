import { signOut } from '../api/auth.ts';
import { useUser } from '../api/session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Menu, MenuAction, MenuLink, MenuSeparator } from '../ui/Menu.tsx';

/** Logout leads home: the guard of the page does that once the session is gone. */
export const ProfileMenu = () => {
  const { username } = useUser();
  return (
    <Menu
      label="Profile menu"
      trigger={
        <button type="button" className="profile" aria-label={`Profile menu, ${username}`}>
          <Avatar name={username} own />
          <span className="hide-small" aria-hidden="true">
            {username}
          </span>
        </button>
      }
    >
      <MenuLink to="/listings/my-listings" icon="box">
        My Listings
      </MenuLink>
      <MenuLink to="/messages" icon="message">
        Messages
      </MenuLink>
      <MenuLink to="/transactions" icon="receipt">
        My Transactions
      </MenuLink>
      <MenuLink to="/faq-contact" icon="question">
        FAQ & Contact Us
      </MenuLink>
      <MenuSeparator />
      <MenuAction icon="logout" onSelect={() => void signOut()}>
        Logout
      </MenuAction>
    </Menu>
  );
};
