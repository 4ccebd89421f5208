import { type EventCodec, NewerThanRelease, type Reads, UnreadableEvent } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { eventDefinitions } from '#domain/events.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import { newestVersions } from '#infrastructure/crypto/versions.ts';
import { commonReads, readsMore } from '#infrastructure/releases/schemaFingerprints.ts';
import type { Owner } from './scheduler.ts';

/** The previous release, and this one. */
export type Release = 0 | 1;

/** Event types that the previous release does not know. */
const NEW_TYPES = ['QuestionAsked', 'RefundMadeByHand'];
const reads: Reads = newestVersions(eventDefinitions);
/** Has photo hashes that the previous version cannot express, so nothing could be listed before every process reads them. */
const BINDING = ['ListingPublished'];
const canBeLowered = (type: string): boolean =>
  !BINDING.includes(type) && eventDefinitions[type as keyof typeof eventDefinitions].former.at(-1)?.never === undefined;
const before: Reads = Object.fromEntries(
  Object.entries(reads).flatMap(([type, version]) => {
    if (NEW_TYPES.includes(type)) return [];
    return [[type, version > 1 && canBeLowered(type) ? version - 1 : version]];
  }),
);
export const readsOfRelease = (release: Release): Reads => (release === 1 ? reads : before);

const together = commonReads([before, reads]);
const commonOf = (releases: readonly Release[]): Reads => {
  if (releases.length === 0) return commonReads([]);
  return new Set(releases).size > 1 ? together : readsOfRelease(releases[0]!);
};

/** How long a silent process counts as alive, and how long a view of the others is valid, in ms. */
const LIFETIME = 15_000;
const FRESH = 3_000;
/** A process unknown to the others waits until they have noticed it. */
const UNTIL_NOTICED = 3_500;

/** The live processes and their releases. */
export const openLiving = (now: () => Instant, hasty: boolean) => {
  const living = new Map<Owner, { release: Release; until: Instant }>();
  const releases = (): Release[] =>
    [...living].filter(([owner, { until }]) => owner.alive || until > now()).map(([, row]) => row.release);
  return {
    /** Returns how long a process waits before it starts, and what it may write at an instant. */
    announce: (owner: Owner, release: Release) => {
      const own = readsOfRelease(release);
      living.set(owner, { release, until: Number.POSITIVE_INFINITY });
      let seen = { common: commonOf(releases()), at: now() };
      const unread = releases().some((other) => readsMore(readsOfRelease(other), { reads: own }).length > 0);
      return {
        wait: unread ? UNTIL_NOTICED : 0,
        readByAll: async (): Promise<Reads> => {
          if (hasty) return own;
          if (now() - seen.at >= FRESH) seen = { common: commonOf(releases()), at: now() };
          return seen.common;
        },
      };
    },
    died: (owner: Owner): void => {
      const row = living.get(owner);
      if (row) row.until = now() + LIFETIME;
    },
    /** Whether all run the new release; from then on the previous one may no longer start. */
    isAllNew: (): boolean => releases().every((release) => release === 1),
    /** Whether one of them has a newer version of a read model. */
    knowNewer: async (than: Release): Promise<boolean> => releases().some((release) => release > than),
  };
};

export type Living = ReturnType<typeof openLiving>;

type Reader = {
  own: Reads;
  /** Events that no process can currently read. */
  spoilt: ReadonlyMap<string, unknown>;
  metNewer: (event: StoredEvent) => void;
};

/** The codec of one process: what its release reads of the log. */
export const readingAs = ({ own, spoilt, metNewer }: Reader, codec: EventCodec): EventCodec => {
  const check = (events: readonly StoredEvent[]): void => {
    for (const event of events) {
      if (event.version > (own[event.type] ?? 0)) {
        metNewer(event);
        throw new UnreadableEvent(event, new NewerThanRelease('it was written by a newer release'));
      }
      if (spoilt.has(event.id)) throw new UnreadableEvent(event, new Error('its bytes are spoilt'));
    }
  };
  return {
    ...codec,
    reads: own,
    decode: async (events) => {
      check(events);
      return codec.decode(events);
    },
    decodeClear: (events) => {
      check(events);
      return codec.decodeClear(events);
    },
  };
};

/** Start of the new release in each place, ms after the beginning; `back`: the first place returns before. */
export type Rollout = { places: readonly [Instant, Instant]; back: Instant | undefined };
export const ROLLOUTS: readonly (Rollout | undefined)[] = [
  undefined,
  undefined,
  { places: [10 * DAY, 10.5 * DAY], back: undefined },
  { places: [20 * DAY, 24 * DAY], back: 8 * DAY },
];
