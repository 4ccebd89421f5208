import type { HistoryEvent } from '#application/contract/transparency.ts';
import { equal, toHex } from '#application/transparency/bytes.ts';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import { pathSteps } from '#application/transparency/history.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { TableRegion } from '../ui/TableRegion.tsx';
import { bytesOf, hashesIn } from './proofBytes.ts';

const short = (hash: Uint8Array): string => `${toHex(hash).slice(0, 12)}…`;

const Hash = ({ of }: { of: Uint8Array }) => (
  <span className="mono" title={toHex(of)}>
    {short(of)}
  </span>
);

/** The Merkle path from an event's leaf to the root, computed in this browser. */
export const LogPath = ({ revision, fact: event, head }: { revision: number; fact: HistoryEvent; head: LogHead }) => {
  if (event.index === null) return <p className="muted">This head does not cover event {revision}.</p>;
  const leaf = bytesOf(event.leaf);
  const path = hashesIn(event.path);
  const steps = pathSteps(leaf, event.index, head.size, path, sha256);
  const root = steps.at(-1)?.hash ?? leaf;
  if (steps.length < path.length || !equal(root, head.root))
    return <p className="late">The given path of event {revision} does not lead to this head.</p>;
  return (
    <TableRegion label={`Path of event ${revision}`}>
      <table className="events log-path">
        <caption className="sr-only">From the leaf of event {revision} to the root</caption>
        <thead>
          <tr>
            <th scope="col" className="rev">
              Step
            </th>
            <th scope="col">On the left</th>
            <th scope="col">On the right</th>
            <th scope="col">Together</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="rev">0</td>
            <td colSpan={2}>
              Event {revision}, entry {event.index.toLocaleString('en-GB')} of the log
            </td>
            <td>
              <Hash of={leaf} />
            </td>
          </tr>
          {steps.map(({ beside, side, hash }, step) => {
            const before = step === 0 ? leaf : steps[step - 1]!.hash;
            const isRoot = step === steps.length - 1;
            return (
              <tr key={toHex(hash)} className={isRoot ? 'at' : undefined}>
                <td className="rev">{step + 1}</td>
                <td>
                  <Hash of={side === 'left' ? beside : before} />
                </td>
                <td>
                  <Hash of={side === 'left' ? before : beside} />
                </td>
                <td>
                  <Hash of={hash} /> {isRoot && 'the signed root'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableRegion>
  );
};
