import { useFoundBy } from '../../../api/useFoundBy.ts';
import { Select } from '../../../ui/Input.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { KINDS } from '../../text/securityText.ts';
import { AddressSearch } from '../AddressSearch.tsx';
import { Days } from '../Days.tsx';

export const SecurityFilter = () => {
  const { of, change } = useAddress();
  return (
    <>
      <AddressSearch of="who" label="Who" placeholder={`A ${useFoundBy()}, or six characters of a hash`} />
      <div className="filterbar ledger-filter">
        <Select
          label="What"
          value={of('kind') || of('what')}
          onChange={({ target }) => change({ kind: target.value, what: '' })}
        >
          <option value="">Everything</option>
          {Object.entries(KINDS).map(([kind, word]) => (
            <option key={kind} value={kind}>
              {word}
            </option>
          ))}
        </Select>
        <Days />
      </div>
    </>
  );
};
