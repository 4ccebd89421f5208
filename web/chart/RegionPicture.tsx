import type { RegionName } from '#domain/transactions/process/regions.ts';
import { classes } from '../ui/classes.ts';
import { REGION_WORDS, STATE_WORDS } from '../ui/processText.ts';
import type { ChartPath } from './path.ts';
import type { Arrow, Picture } from './picture.ts';

const Head = ({ id, className }: { id: string; className: string }) => (
  <marker
    id={id}
    className={className}
    viewBox="0 0 8 8"
    refX="7"
    refY="4"
    markerWidth="7"
    markerHeight="7"
    orient="auto"
  >
    <path d="M0 0L8 4L0 8z" />
  </marker>
);

const key = ({ from, to }: Arrow): string => `${from} ${to}`;

type Props = {
  region: RegionName;
  picture: Picture;
  /** Highlighted path, if given. */
  way?: ChartPath;
};

/** A region of the statechart, laid out at build time. */
export const RegionPicture = ({ region, way, picture }: Props) => {
  const words: Readonly<Record<string, string>> = STATE_WORDS[region];
  const where = way ? `, and the path of this sale to ${words[way.at] ?? way.at}` : '';
  // Draw taken arrows on top.
  const arrows = [...picture.arrows].sort(
    (one, other) => Number(way?.taken.has(key(one))) - Number(way?.taken.has(key(other))),
  );
  const been = new Set([...(way?.taken ?? [])].flatMap((arrow) => arrow.split(' ')));
  return (
    <svg
      className="region-picture"
      role="img"
      aria-label={`${REGION_WORDS[region]}: the states and the arrows between them${where}`}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      width={picture.width}
      height={picture.height}
    >
      <defs>
        <Head id={`head-${region}`} className="head" />
        <Head id={`head-taken-${region}`} className="head taken" />
      </defs>
      {arrows.map((arrow) => {
        const taken = way?.taken.has(key(arrow));
        return (
          <path
            key={key(arrow)}
            className={classes('arrow', taken && 'taken')}
            d={arrow.d}
            markerEnd={`url(#head-${taken ? 'taken-' : ''}${region})`}
          />
        );
      })}
      {picture.states.map(({ name, x, y, width, height }) => (
        <g key={name} className={classes('state', been.has(name) && 'been', way?.at === name && 'at')}>
          <rect x={x} y={y} width={width} height={height} rx="6" />
          <text x={x + width / 2} y={y + height / 2} dominantBaseline="central" textAnchor="middle">
            {words[name]}
          </text>
        </g>
      ))}
    </svg>
  );
};
