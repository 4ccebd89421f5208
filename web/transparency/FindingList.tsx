import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Statement } from './proofText.ts';

/** List of findings; failures come first and are announced. */
export const FindingList = ({ said }: { said: readonly Statement[] }) => {
  const sorted = [...said].sort((one, other) => Number(other.bad) - Number(one.bad));
  return (
    <div role={said.some(({ bad }) => bad) ? 'alert' : undefined}>
      <ul className="found-out">
        {sorted.map(({ bad, aside, words }) => (
          <li key={words} className={classes(bad && 'late')}>
            <Icon name={bad ? 'warning' : aside ? 'info' : 'check'} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};
