import type { Reads } from './eventCodec.ts';

/** What one build of the program can do with what is stored. */
export type Release = {
  reads: Reads;
  /** The version of each read model that it knows. */
  readModels: Readonly<Record<string, number>>;
};

/** The releases whose processes run now, by what they have said of themselves. */
export interface LivingReleases {
  /** The newest version of each event type that every one of them reads; what is missing is unknown to one at least. */
  readByAll(): Promise<Reads>;
  /** Whether one of them knows a newer version of a read model than this. */
  knowNewer(readModel: string, version: number): Promise<boolean>;
}
