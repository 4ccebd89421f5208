import { REGION_NAMES } from '#domain/transactions/process/regions.ts';
import { Panel } from '../ui/Panel.tsx';
import { REGION_WORDS } from '../ui/processWords.ts';
import { TableRegion } from '../ui/TableRegion.tsx';
import { RegionPicture } from './RegionPicture.tsx';
import { wayOf } from './way.ts';

/** The chart with the way that a sale has gone: its status, and the regions beside it that it has moved in. */
export const WayOfSale = ({ facts }: { facts: readonly string[] }) => {
  const ways = wayOf(facts);
  const moved = REGION_NAMES.filter((name) => name === 'status' || ways[name].taken.size > 0);
  return (
    <Panel title="The way of this sale">
      <TableRegion label="Pictures of the way">
        <div className="ways">
          {moved.map((region) => (
            <figure key={region}>
              <figcaption>{REGION_WORDS[region]}</figcaption>
              <RegionPicture region={region} way={ways[region]} />
            </figure>
          ))}
        </div>
      </TableRegion>
    </Panel>
  );
};
