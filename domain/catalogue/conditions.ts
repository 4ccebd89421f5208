export const CONDITIONS = ['New in box (sealed)', 'On sprue (complete)', 'Built', 'Painted', 'Pro-painted'] as const;

export const PAINT_QUALITIES = [
  'Not Painted',
  'Basic Tabletop',
  'Good Tabletop',
  'High Tabletop',
  'Display Quality',
  'Competition Quality',
] as const;
