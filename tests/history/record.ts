import { eventDefinitions } from '#domain/events.ts';
import { TRANSACTION_SHAPES } from '#projections/transactions/fold/shapes.ts';
import { digestFaults, holdToDigests, recordDigests } from './digests.ts';
import { faultsOf, recordEvents } from './eventRecords.ts';
import { recordsIn } from './files.ts';
import { recordFolds } from './folds.ts';
import { stories } from './stories/all.ts';
import { recordStreams } from './streamRecords.ts';
import { recordSubscribers } from './subscribers.ts';

const USAGE = `npm run history -- record   writes what is not recorded yet: new types and versions of events, new streams
npm run history -- check    says what is not recorded, or is no longer what was recorded`;

const records = recordsIn();

const record = async (): Promise<void> => {
  holdToDigests(records);
  const added = [...(await recordEvents(eventDefinitions, records)), ...(await recordStreams(stories, records))];
  const files = [
    ...added.map((name) => `tests/history/${name}.json`),
    ...recordDigests(records),
    ...(await recordFolds(records, TRANSACTION_SHAPES)),
  ];
  console.log(files.length === 0 ? 'Nothing is new.' : files.join('\n'));
};

const check = (): void => {
  const faults = [...faultsOf(eventDefinitions, records), ...digestFaults(records)];
  console.log(faults.length === 0 ? 'Every event and every stream is as it was recorded.' : faults.join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
};

const [command, ...rest] = process.argv.slice(2);
if (command === 'record' && rest.length === 0) await record();
// `record` starts this in a new process, which sees the versions that it has raised.
else if (command === 'subscribers' && rest.length === 0)
  process.stdout.write(
    recordSubscribers()
      .map((name) => `${name}\n`)
      .join(''),
  );
else if (command === 'check' && rest.length === 0) check();
else {
  console.error(USAGE);
  process.exitCode = 2;
}
