export const CONDITIONS = ['New in box (sealed)', 'On sprue (complete)', 'Built', 'Painted', 'Pro-painted'] as const;

export const PAINT_QUALITIES = [
  'Not Painted',
  'Basic Tabletop',
  'Good Tabletop',
  'High Tabletop',
  'Display Quality',
  'Competition Quality',
] as const;

/** The fields of a listing that offer fixed values, with their names on screens. */
export const CHOICES = {
  condition: { label: 'Condition', options: CONDITIONS },
  paintQuality: { label: 'Paint quality', options: PAINT_QUALITIES },
} as const;
export type Choice = keyof typeof CHOICES;
export const CHOICE_NAMES = Object.keys(CHOICES) as Choice[];

/** The filters of a search that accept several values. */
export type ListFilter = Choice | 'country';
export const LIST_FILTERS: readonly ListFilter[] = [...CHOICE_NAMES, 'country'];

export const perListFilter = <Value>(valueFor: (filter: ListFilter) => Value) =>
  Object.fromEntries(LIST_FILTERS.map((filter) => [filter, valueFor(filter)])) as Record<ListFilter, Value>;
