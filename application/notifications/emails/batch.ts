/** What one e-mail covers: after one position, through another. */
export type Batch = { after: string; through: string };

const NOTHING_YET: Batch = { after: '', through: '' };

export const within = ({ after, through }: Batch, { position }: { position: string }): boolean =>
  position > after && position <= through;

/** The next batch: everything after `mark`, or (not `fresh`) what the last batch left unsent. */
export const nextBatch = (
  waiting: readonly { position: string }[],
  mark: Partial<Batch> | undefined,
): { batch: Batch | undefined; fresh: boolean } => {
  const last = { ...NOTHING_YET, ...mark };
  const end = waiting.at(-1)?.position ?? '';
  if (end > last.through) return { batch: { after: last.through, through: end }, fresh: true };
  return { batch: waiting.some((one) => within(last, one)) ? last : undefined, fresh: false };
};
