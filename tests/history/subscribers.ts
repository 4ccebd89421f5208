import { readFileSync, writeFileSync } from 'node:fs';
import { policiesOf } from '#application/policies/all.ts';
import { unstated } from '#application/subscriptions/handledTypes.ts';
import { eventDefinitions } from '#domain/events.ts';
import { allProjections } from '#projections/all.ts';

/** The event types that each subscriber of the log handles, sorted. */
export type Subscribers = {
  /** Every known type: nobody can have missed a newer one. */
  events: string;
  readModels: Readonly<Record<string, { version: number; handles: string }>>;
  policies: Readonly<Record<string, string>>;
};
type Declared = {
  events: readonly string[];
  readModels: readonly Pick<(typeof allProjections)[number], 'name' | 'version' | 'handles'>[];
  policies: readonly Pick<ReturnType<typeof policiesOf>[number], 'name' | 'handles' | 'begins'>[];
};

const FILE = new URL('./subscribers.json', import.meta.url);

const listed = (handles: readonly string[]): string => [...handles].sort().join(' ');

/** The current program; a policy needs no dependencies to declare its types. */
export const declared = (): Declared => ({
  events: Object.keys(eventDefinitions),
  readModels: allProjections,
  policies: policiesOf({} as never),
});

export const subscribersOf = ({ events, readModels, policies }: Declared): Subscribers => ({
  events: listed(events),
  readModels: Object.fromEntries(
    readModels.map(({ name, version, handles }) => [name, { version, handles: listed(handles) }]),
  ),
  policies: Object.fromEntries(policies.map(({ name, handles }) => [name, listed(handles)])),
});

export const recordedSubscribers = (): Subscribers => JSON.parse(readFileSync(FILE, 'utf8'));

/** Reasons why this release could not start after the recorded one. */
export const subscriberFaults = ({ events, readModels, policies }: Declared, before: Subscribers): string[] => {
  const knows = before.events.split(' ');
  const shared = (handles: readonly string[]) =>
    listed(handles.filter((type) => knows.includes(type) && events.includes(type)));
  return [
    ...readModels.flatMap(({ name, version, handles }) => {
      const known = before.readModels[name];
      if (!known || version > known.version) return [];
      if (version < known.version) return [`the read model ${name} had version ${known.version} already`];
      return shared(handles) === shared(known.handles.split(' '))
        ? []
        : [`the read model ${name} handles other events: raise its version`];
    }),
    ...policies.flatMap((policy) => {
      const known = before.policies[policy.name]?.split(' ');
      const types = unstated(policy, known && { handles: known, missed: {}, knows });
      return types.map(
        (type) => `the policy ${policy.name} handles ${type}, too: say in \`begins\` from where it reads it`,
      );
    }),
  ];
};

/** Only a release that can start becomes the one to compare with. */
export const recordSubscribers = (): string[] => {
  const now = declared();
  const before = recordedSubscribers();
  const [fault] = subscriberFaults(now, before);
  if (fault) throw new Error(fault);
  const text = `${JSON.stringify(subscribersOf(now), undefined, 2)}\n`;
  if (text === readFileSync(FILE, 'utf8')) return [];
  writeFileSync(FILE, text);
  return ['tests/history/subscribers.json'];
};
