import { Dialog } from '../../../ui/Dialog.tsx';

/** Each field with queries to try. */
const FIELDS: readonly [what: string, examples: readonly string[]][] = [
  ['The kind of event. An asterisk stands for the rest of a name.', ['type:DisputeOpened', 'type:Dispute*,*Refund*']],
  ['Who acted: a role, a username or an account id.', ['actor:buyer', 'actor:staff,admin']],
  ['The history: its kind, the number of a sale, or its whole name.', ['stream:transaction', 'stream:listing,review']],
  [
    'The amount of the row, in its own currency. Of a decision also what the seller gets, and the fee. Several amounts must hold for one and the same sum.',
    ['amount:>500', 'amount:100..200', 'amount:>=40 amount:<50'],
  ],
  [
    'When, in UTC. “After” includes the day, “before” does not.',
    ['after:2026-11-01 before:2026-12-01', 'on:2026-11-24'],
  ],
  [
    'Everything that one event, command or correlation caused: cause: and its id. Ids of an event in its history lead here.',
    [],
  ],
  [
    'Words of a row, the number or title of a sale, a username, a tracking code of an open case. All must match. A title stands for at most 500 sales.',
    ['refund', 'text:"painted knight"'],
  ],
  ['Without these.', ['-actor:system', 'type:Payout* -type:PayoutCompleted']],
];

type QueryHelpProps = { open: boolean; onOpenChange: (open: boolean) => void; onTry: (query: string) => void };

/** The language of the search, with examples that can be pressed. */
export const QueryHelp = ({ open, onOpenChange, onTry }: QueryHelpProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="How to search" wide>
    <p>
      All terms must match. A comma between values means any of them, and so does type, actor, stream or cause written
      twice. Press an example to try it.
    </p>
    <dl className="query-help">
      {FIELDS.map(([what, examples]) => (
        <div key={what}>
          <dt>{what}</dt>
          {examples.length > 0 && (
            <dd>
              {examples.map((example) => (
                <button key={example} type="button" className="mono chip" onClick={() => onTry(example)}>
                  {example}
                </button>
              ))}
            </dd>
          )}
        </div>
      ))}
    </dl>
    <p className="muted small">
      Results hold no personal text. To search the texts of one sale that you may read or have opened, name it:
      stream:TX… text:"knee". The answer says how many texts are masked. The people concerned can see that you read
      them.
    </p>
  </Dialog>
);
