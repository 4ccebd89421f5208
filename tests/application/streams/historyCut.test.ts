import { expect, test } from 'vitest';
import { HistoryCut } from '#application/ports/eventStore.ts';
import { StreamQuarantined } from '#application/ports/quarantine.ts';
import { bought, people } from '../policies/scenes.ts';
import { openStage, TRANSACTION } from '../policies/stage.ts';

const STREAM = `transaction-${TRANSACTION}`;

test.each([
  ['begins later than it did', 'begins with revision 1, revision 0 was asked for', true],
  ['was deleted', 'was deleted, revision 0 was asked for', false],
])('quarantines a transaction whose stream %s instead of failing for ever', async (_, reason, isCut) => {
  const stage = await openStage();
  await people(stage);
  await bought(stage);
  await stage.settle();
  const [created] = await stage.store.readStream(STREAM);
  const { readStream } = stage.store;
  stage.store.readStream = async (stream, options) => {
    if (stream !== STREAM) return readStream(stream, options);
    if (!isCut) throw new HistoryCut(stream, options?.from ?? 0);
    return [{ ...created!, revision: 1 }];
  };
  await expect(stage.repository.transactions.loadWithHistory(TRANSACTION)).rejects.toThrow(StreamQuarantined);
  expect(stage.quarantine.find(STREAM)).toMatchObject({
    stream: STREAM,
    foundBy: 'commands',
    reason: `${STREAM} ${reason}`,
  });
});
