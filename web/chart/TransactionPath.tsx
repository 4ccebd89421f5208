import status from 'virtual:escrow-picture-of-status';
import beside from 'virtual:escrow-pictures-beside';
import { memo } from 'react';
import type { Move } from '#domain/audit/replay/transactionStrip.ts';
import { REGION_NAMES } from '#domain/transactions/process/regions.ts';
import { Panel } from '../ui/Panel.tsx';
import { REGION_WORDS } from '../ui/processText.ts';
import { TableRegion } from '../ui/TableRegion.tsx';
import { pathOf } from './path.ts';
import type { Picture } from './picture.ts';
import { RegionPicture } from './RegionPicture.tsx';

const PICTURES: Readonly<Record<string, Picture>> = { ...beside, status };

/** The path of a transaction through the chart: its status, and the parallel regions it has moved in. */
export const TransactionPath = memo(({ moves }: { moves: readonly Move[] }) => {
  const ways = pathOf(moves);
  const moved = REGION_NAMES.flatMap((region) => {
    const picture = PICTURES[region];
    return picture && (region === 'status' || ways[region].taken.size > 0) ? [{ region, picture }] : [];
  });
  return (
    <Panel title="The path of this sale">
      <TableRegion label="Diagrams of the path">
        <div className="ways">
          {moved.map(({ region, picture }) => (
            <figure key={region}>
              <figcaption>{REGION_WORDS[region]}</figcaption>
              <RegionPicture region={region} picture={picture} way={ways[region]} />
            </figure>
          ))}
        </div>
      </TableRegion>
    </Panel>
  );
});
