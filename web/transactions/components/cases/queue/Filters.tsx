import type { Ref } from 'react';
import type { CaseAssignee, CaseOrder, CasePage } from '#application/contract/caseQueue.ts';
import { CASE_ASSIGNEE_LABELS, CASE_ORDER_LABELS, FILTERED_KINDS, kindLabel } from '../../../../staff/caseText.ts';
import { SearchInput } from '../../../../ui/Input.tsx';
import { useAddress } from '../../../../ui/useAddress.ts';
import { useDebounced } from '../../../../ui/useDebounced.ts';

const ASSIGNEES = Object.keys(CASE_ASSIGNEE_LABELS) as CaseAssignee[];
const SNOOZED = 'snoozed';
const ORDERS = Object.keys(CASE_ORDER_LABELS) as CaseOrder[];

/** `counts`: undefined while loading. */
export const Filters = ({
  counts = {},
  searchBox,
}: {
  counts?: CasePage['counts'];
  searchBox: Ref<HTMLInputElement>;
}) => {
  const { of, change } = useAddress();
  const { text, setText, flush } = useDebounced(of('search'), (search) => change({ search }));
  const kind = of('kind');
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <search className="filterbar queue-filter">
      <SearchInput
        ref={searchBox}
        label="Search cases"
        placeholder="Sale number, user, title, tracking code or amount"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && flush()}
      />
      <select
        className="select"
        aria-label="Kind of case"
        value={kind}
        onChange={({ target }) => change({ kind: target.value }, { replace: false })}
      >
        <option value="">All kinds ({all})</option>
        {FILTERED_KINDS.filter((one) => counts[one] || one === kind).map((one) => (
          <option key={one} value={one}>
            {kindLabel(one)} ({counts[one] ?? 0})
          </option>
        ))}
      </select>
      <select
        className="select"
        aria-label="Whose case"
        value={of('snoozed') === 'only' ? SNOOZED : of('assignee') || 'all'}
        onChange={({ target: { value } }) =>
          change(
            value === SNOOZED
              ? { assignee: '', snoozed: 'only' }
              : { assignee: value === 'all' ? '' : value, snoozed: '' },
            { replace: false },
          )
        }
      >
        {ASSIGNEES.map((assignee) => (
          <option key={assignee} value={assignee}>
            {CASE_ASSIGNEE_LABELS[assignee]}
          </option>
        ))}
        <option value={SNOOZED}>Snoozed</option>
      </select>
      <select
        className="select"
        aria-label="Order"
        value={of('sort') || 'due'}
        onChange={({ target }) => change({ sort: target.value === 'due' ? '' : target.value })}
      >
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {CASE_ORDER_LABELS[order]}
          </option>
        ))}
      </select>
    </search>
  );
};
