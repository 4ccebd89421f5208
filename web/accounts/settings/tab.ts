export const TABS = [
  { value: 'profile', label: 'Profile' },
  { value: 'seller', label: 'Seller' },
  { value: 'shipping', label: 'Shipping' },
  { value: 'security', label: 'Security' },
] as const;

export type SettingsTab = (typeof TABS)[number]['value'];

/** Any other value falls back to the profile; none at all to the screen's own first tab. */
export const tabFrom = (asked: string | null, first: SettingsTab = 'profile'): SettingsTab =>
  asked === null ? first : (TABS.find(({ value }) => value === asked)?.value ?? 'profile');
