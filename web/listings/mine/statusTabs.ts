import type { Listing } from '#application/contract/listings.ts';

export type StatusTab = Listing['status'];

export const STATUS_TABS: { value: StatusTab; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'sold', label: 'Sold' },
  { value: 'archived', label: 'Archived' },
];

export const tabFrom = (asked: string | null): StatusTab =>
  STATUS_TABS.find(({ value }) => value === asked)?.value ?? 'active';
