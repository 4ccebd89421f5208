import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { SearchInput } from '../../ui/Input.tsx';
import { useAddress } from '../../ui/useAddress.ts';

type AddressSearchProps = {
  /** URL parameter that holds the search. */
  of: string;
  label: string;
  placeholder: string;
};

/** The search lives in the URL, so it can be shared and Back restores the previous one. */
export const AddressSearch = ({ of: parameter, label, placeholder }: AddressSearchProps) => {
  const { of, change } = useAddress();
  const asked = of(parameter);
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  return (
    <search>
      <Form
        className="filterbar audit-search"
        onSubmit={async () => {
          change({ [parameter]: typed.trim() }, { replace: false });
        }}
      >
        <Field label={label}>
          {({ id }) => (
            <SearchInput
              id={id}
              label={label}
              placeholder={placeholder}
              maxLength={254}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" size="sm">
          Search
        </Button>
      </Form>
    </search>
  );
};
