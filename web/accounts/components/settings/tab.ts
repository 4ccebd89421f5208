export const TABS = [
  { value: 'profile', label: 'Profile' },
  { value: 'seller', label: 'Seller' },
  { value: 'shipping', label: 'Shipping' },
  { value: 'security', label: 'Security' },
] as const;

export type SettingsTab = (typeof TABS)[number]['value'];

/** An unknown tab falls back to the profile, a missing one to `first`. */
export const tabFrom = (asked: string | null, first: SettingsTab = 'profile'): SettingsTab =>
  asked === null ? first : (TABS.find(({ value }) => value === asked)?.value ?? 'profile');
