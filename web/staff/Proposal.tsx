import { type ReactNode, useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Notice } from '../ui/States.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { useReadCase } from './ReadCase.tsx';
import { ReasonedAction } from './ReasonedAction.tsx';

/** Said before a counter-proposal is sent. */
export const REJECTS_PROPOSAL = 'This rejects your colleague’s proposal. They can confirm yours.';

type Answer = { path: string; body: Record<string, unknown> };

type ProposalProps = {
  /** `decision`, `termination`. */
  what: string;
  /** True if the reader proposed it. */
  own: boolean;
  /** True if the proposer may also confirm. */
  alone?: boolean;
  /** Description of the proposal. */
  children: ReactNode;
  words: string | null;
  mayConfirm: boolean;
  /** When the reader can confirm, if that time is still to come. */
  confirmFrom?: string | undefined;
  mayReject: boolean;
  /** `hint`: of the reason that the person who confirms has to give; absent if none is needed. */
  confirm: Answer & {
    title: string;
    confirmText: string;
    busyText: string;
    danger?: boolean;
    follows: ReactNode;
    hint?: string;
  };
  confirmed: readonly [title: string, detail?: string];
  /** `parties`: what the parties hear of it. */
  reject: Answer & { hint: string; follows: string; parties?: string | undefined };
  /** Of the panel. */
  target?: { id: string; tabIndex: -1 };
  /** Keys of the screen that confirm and reject. */
  shortcuts?: { confirm: string; reject: string };
  /** A third answer, between confirming and rejecting. */
  otherwise?: ReactNode;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A proposal: another staff member confirms or rejects it, and its author can withdraw it. */
export const Proposal = (props: ProposalProps) => {
  const {
    what,
    own,
    alone = false,
    children,
    words,
    mayConfirm,
    confirmFrom,
    mayReject,
    confirm,
    confirmed,
    reject,
    shortcuts,
    target,
  } = props;
  const { follows: afterwards, hint, ...question } = confirm;
  const confirming = {
    ...question,
    allowed: mayConfirm && (!own || alone),
    button: `Confirm ${what}`,
    shortcut: shortcuts?.confirm,
    look: confirm.danger ? ('danger' as const) : ('primary' as const),
    failure: 'Failed to confirm it. Nothing has changed.',
  };
  const fromId = useId();
  const sale = useReadCase()?.file.transaction.transactionId;
  const done = own ? 'proposal withdrawn' : `${what} rejected`;
  return (
    <Panel title={`Proposed ${what}`} className="decide" {...target}>
      <div className="form-grid">
        {children}
        <blockquote>{words ?? 'Erased'}</blockquote>
        {own && !alone && (
          <Notice>
            A second staff member must confirm it. You proposed it, so <b>it cannot be you</b>.
          </Notice>
        )}
        {confirmFrom && (!own || alone) && (
          <>
            <p id={fromId}>
              You can confirm it from <b className="strong nowrap">{confirmFrom}</b>.
            </p>
            <Button block disabled aria-describedby={fromId}>
              Confirm {what}
            </Button>
          </>
        )}
        {hint === undefined ? (
          <ConfirmedAction {...confirming} cancelText="Go back" said={confirmed}>
            {afterwards}
          </ConfirmedAction>
        ) : (
          <ReasonedAction
            {...confirming}
            block
            hint={hint}
            body={(reason) => ({ ...question.body, reason })}
            said={confirmed[0]}
          >
            {afterwards}
          </ReasonedAction>
        )}
        {props.otherwise}
        <ReasonedAction
          allowed={mayReject}
          button={own ? 'Withdraw it' : `Reject ${what}`}
          look="danger"
          block
          shortcut={shortcuts?.reject}
          title={own ? 'Withdraw your proposal' : `Reject this ${what}`}
          hint={reject.hint}
          confirmText={own ? 'Withdraw it' : 'Reject it'}
          busyText="Sending…"
          danger
          failure="Failed to reject it. Nothing has changed."
          path={reject.path}
          body={(reason) => ({ ...reject.body, reason })}
          said={sale ? `${sale}: ${done}` : capital(done)}
        >
          <p>{reject.follows}</p>
          {reject.parties && <p>{reject.parties}</p>}
        </ReasonedAction>
      </div>
    </Panel>
  );
};
