import type { Snapshot, Snapshots } from '#application/streams/snapshots.ts';

export const memorySnapshots = (): Snapshots & { kept: Map<string, Snapshot> } => {
  const kept = new Map<string, Snapshot>();
  return {
    kept,
    find: async (stream) => kept.get(stream),
    keep: async (snapshot) => void kept.set(snapshot.stream, snapshot),
  };
};
