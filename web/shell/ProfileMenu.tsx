import { signOut } from '../api/auth.ts';
import { useUser } from '../api/session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';

const PLACES: readonly MenuItem[] = [
  { to: '/listings/my-listings', icon: 'box', label: 'My Listings' },
  { to: '/messages', icon: 'message', label: 'Messages' },
  { to: '/transactions', icon: 'receipt', label: 'My Transactions' },
  { to: '/watching', icon: 'star', label: 'Watch list' },
  { to: '/faq-contact', icon: 'question', label: 'FAQ & Contact Us' },
];

/** After signing out, the page's guard leads home. */
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
      groups={[PLACES, [{ icon: 'logout', label: 'Logout', onSelect: () => void signOut() }]]}
    />
  );
};
