import { access, type RightName, type Thing } from './access.ts';
import { personalRights } from './personalRights.ts';
import type { Right } from './right.ts';

const ofPersonal = Object.entries<Right>(personalRights);

/** Every right with its name. */
export const everyRight = (Object.keys(access) as Thing[]).flatMap((thing) =>
  (['see', 'do'] as const).flatMap((verb) => {
    const ofCalls = Object.entries<Right>(access[thing][verb]).map(
      ([field, right]) => [`${thing}.${verb}.${field}`, right] as const,
    );
    const ofFields = ofPersonal.filter(([name]) => name.startsWith(`${thing}.${verb}.`));
    return [...ofCalls, ...ofFields].map(([name, right]) => ({ name: name as RightName, thing, verb, right }));
  }),
);
