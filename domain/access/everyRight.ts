import { access, type RightName, type Thing } from './access.ts';
import type { Right } from './right.ts';

/** Every row with the name that it has in the code. */
export const everyRight = (Object.keys(access) as Thing[]).flatMap((thing) =>
  (['see', 'do'] as const).flatMap((verb) =>
    Object.entries<Right>(access[thing][verb]).map(([field, right]) => ({
      name: `${thing}.${verb}.${field}` as RightName,
      thing,
      verb,
      right,
    })),
  ),
);
