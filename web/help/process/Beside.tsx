import pictures from 'virtual:escrow-pictures-beside';
import { REGION_NAMES } from '#domain/transactions/process/regions.ts';
import { RegionPicture } from '../../chart/RegionPicture.tsx';
import { REGION_WORDS } from '../../ui/processText.ts';
import { Arrows } from './Arrows.tsx';

/** Diagrams of the regions parallel to the status. */
export const Beside = () => (
  <div className="ways">
    {REGION_NAMES.map((region) => {
      const picture = pictures[region];
      return (
        picture && (
          <figure key={region}>
            <figcaption>{REGION_WORDS[region]}</figcaption>
            <RegionPicture region={region} picture={picture} />
            <Arrows region={region} picture={picture} />
          </figure>
        )
      );
    })}
  </div>
);
