import { messageOf } from '../../../api/ApiError.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/States.tsx';
import type { History } from './useHistory.ts';

/** Lists the faults of a history. The events are shown as stored. */
export const Faults = ({ loaded, stage, error, retry }: Omit<History, 'connection'>) => {
  const { events, length, broken, quarantine, folded } = loaded;
  const chain = folded.faults.find(({ fault }) => fault === 'chain' || fault === 'gap');
  const end = folded.faults.find(({ fault }) => fault !== 'chain');
  return (
    <>
      {quarantine && (
        <Notice bad>
          In quarantine since event {quarantine.revision} ({quarantine.event}): {quarantine.reason}
        </Notice>
      )}
      {broken && (
        <Notice bad>
          The marketplace’s own check fails from event {broken.revision} on: {broken.reason}
        </Notice>
      )}
      {chain && (
        <Notice bad>
          Event {chain.revision} does not follow the event before it. The events after it are shown as stored.
        </Notice>
      )}
      {end && (
        <Notice bad>
          The states end before event {end.revision}, which cannot be replayed. The events after it are shown as stored.
        </Notice>
      )}
      {stage === 'failed' && events.length > 0 && (
        <Notice bad>
          {messageOf(error, 'The rest of the history could not be loaded.')} {events.length} of {length} events are
          here.{' '}
          <Button size="sm" onClick={retry}>
            Load the rest
          </Button>
        </Notice>
      )}
    </>
  );
};
