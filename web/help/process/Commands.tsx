import { COMMANDS, type Part, type RuledCommand, type Step } from '#domain/transactions/process/commandTable.ts';
import { COMMAND_WORDS, PART_WORDS } from '../../ui/processText.ts';
import { TableRegion } from '../../ui/TableRegion.tsx';
import { eventWords, whenOfStep } from './processText.ts';

const STEPS = (Object.entries(COMMANDS) as [RuledCommand, readonly Step[]][]).flatMap(([command, steps]) =>
  steps.map((step) => ({ command, step })),
);

/** Commands of one role, one row per rule. */
export const Commands = ({ part }: { part: Part }) => (
  <div>
    <h3>{PART_WORDS[part]}</h3>
    <TableRegion label={`${PART_WORDS[part]} may`}>
      <table className="process-table">
        <caption className="sr-only">{PART_WORDS[part]} may: what, when, and what follows</caption>
        <thead>
          <tr>
            <th scope="col">May</th>
            <th scope="col">While</th>
            <th scope="col">Recorded events</th>
          </tr>
        </thead>
        <tbody>
          {STEPS.filter(({ step }) => step.by === part).map(({ command, step }) => (
            <tr key={`${command} ${step.events.join()} ${step.when?.join()}`}>
              <th scope="row">{COMMAND_WORDS[command]}</th>
              <td data-label="While">{whenOfStep(step)}</td>
              <td data-label="Recorded events">{eventWords(step.events, step.also)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  </div>
);
