import { expect, test } from 'vitest';
import { HistoryCut } from '#application/ports/eventStore.ts';
import { DAY } from '#domain/shared/instants.ts';
import { people } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage } from '../../policies/stage.ts';

const CUT = `account-${BUYER}`;

test('tells admins every night what removes events, and quarantines a truncated stream', async () => {
  const stage = await openStage();
  await people(stage);
  const { readStream } = stage.store;
  stage.store.readStream = async (stream, options) => {
    if (stream === CUT) throw new HistoryCut(stream, 0);
    return readStream(stream, options);
  };
  stage.store.cuts = async () => [
    { stream: CUT, by: 'a deletion' },
    { stream: `listing-${LISTING}`, by: '$maxCount' },
    { stream: 'somebody-elses', by: '$maxAge' },
  ];
  const told = () =>
    stage.emails.filter(({ template, details }) => template === 'needsRepair' && details?.kind === 'cut');
  stage.clock.advance(DAY);
  await stage.sweep();
  expect(stage.quarantine.all()).toMatchObject([
    { stream: CUT, foundBy: 'metadata', reason: `${CUT} was cut off by a deletion` },
  ]);
  const alarms = stage.log.lines.filter(({ details }) => details.code === 'streamCut').map(({ details }) => details);
  expect(alarms).toMatchObject([
    { stream: CUT, by: 'a deletion', cut: true },
    { stream: `listing-${LISTING}`, by: '$maxCount', cut: false },
  ]);
  expect(told().map(({ details }) => details)).toEqual([{ kind: 'cut', what: 'streams', count: 2 }]);

  stage.store.cuts = async () => [];
  stage.clock.advance(DAY);
  await stage.sweep();
  expect(told()).toHaveLength(1);
});
