import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { RegionName } from '#domain/transactions/process/regions.ts';
import type { Picture } from '../../chart/picture.ts';
import { joined, REGION_WORDS, STATE_WORDS } from '../../ui/processText.ts';

/** Text version of a region's diagram, with the events behind each arrow. */
export const Arrows = ({ region, picture }: { region: RegionName; picture: Picture }) => {
  const words: Readonly<Record<string, string>> = STATE_WORDS[region];
  return (
    <details className="arrows">
      <summary>{REGION_WORDS[region]}: every arrow in words</summary>
      <ul>
        {picture.arrows.map(({ from, to, events }) => (
          <li key={`${from} ${to}`}>
            <b>
              {words[from]} → {words[to]}
            </b>{' '}
            {joined(events.map(transactionTitle), 'or')}
          </li>
        ))}
      </ul>
    </details>
  );
};
