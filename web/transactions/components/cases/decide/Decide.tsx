import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CaseFile } from '#application/contract/cases.ts';
import { RATIONALE_REQUIRED } from '#application/contract/limits.ts';
import { formatEuros, formatRound } from '#domain/shared/euros.ts';
import type { Cents } from '#domain/shared/money.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { answerMessage } from '../../../../api/answerMessage.ts';
import { BeforeActing, CaseNews } from '../../../../staff/CaseNews.tsx';
import { anyway } from '../../../../staff/ConfirmedAction.tsx';
import { categoryLabel } from '../../../../staff/caseText.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { REJECTS_PROPOSAL } from '../../../../staff/Proposal.tsx';
import { movedIn, useHasNews, useReadCase } from '../../../../staff/ReadCase.tsx';
import { useStaffAction } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { DraftNotice, keptOn } from '../../../../ui/DraftNotice.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { Form } from '../../../../ui/Form.tsx';
import { Checkbox } from '../../../../ui/Input.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { centsOf, formatCents, formatPrice } from '../../../../ui/money.ts';
import { Notice } from '../../../../ui/States.tsx';
import { Textarea } from '../../../../ui/Textarea.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useKeptWords } from '../../../../ui/useKeptWords.ts';
import { appended, macrosFor } from '../desk/macros.ts';
import { AppealRisk, worseForAppellant } from './AppealRisk.tsx';
import { afterDeciding, isProposal } from './afterDeciding.ts';
import { waitingFor } from './awaited.ts';
import { Consequences, followsFrom, WhenMoneyMoves } from './Consequences.tsx';
import { checklistFor } from './checklists.ts';
import { DialogSubject } from './DialogSubject.tsx';
import { Division } from './Division.tsx';
import { ALL_THE_BUYERS, type Choice, choicesOf, divide, type Held, heldOf, isSplit } from './division.ts';
import { EarlierDraft } from './EarlierDraft.tsx';
import { remarksOn, withAmount } from './remarks.ts';
import { SHORTCUTS } from './shortcuts.ts';

type Draft = { choice: Choice | '' | null; toBuyer: string; rationale: string; reason: string; checked: string[] };

const CHOICES: Record<Choice, string> = {
  release: 'Release to the seller',
  part: 'Refund a part',
  refund: 'Refund everything',
};

const NOT_CHOSEN = 'Please choose what happens with the money';

const MUST_ACCEPT = <Notice bad>Please tick that you know it, or change the decision.</Notice>;

/** The claim, if it is a possible partial refund. */
const partOf = (claim: number | undefined, { most }: Held): string =>
  claim !== undefined && claim > 0 && centsOf(claim) <= most ? claim.toFixed(2) : '';

type Words = Record<'send' | 'title' | 'confirm' | 'busy', string>;
const DECIDES: Words = { send: 'Decide case', title: 'Decide this case?', confirm: 'Decide', busy: 'Deciding…' };
const PROPOSES: Words = {
  send: 'Propose decision',
  title: 'Propose this decision?',
  confirm: 'Propose it',
  busy: 'Proposing…',
};
const COUNTERS: Words = { ...PROPOSES, send: 'Propose this instead', title: 'Propose this instead?' };

/** Why a draft or a second person is needed, or why neither is. */
const Rules = ({ file: { sums, transaction } }: { file: CaseFile }) => {
  const { draftShown } = termsOf(transaction);
  const { draftAbove, secondPersonAbove } = displayedTerms(transaction);
  /** The held sum counts, and the sum at an earlier decision. */
  const holdsMore = (limit: Cents): string =>
    centsOf(sums.held) > limit
      ? `This sale holds ${formatPrice(sums.held)}, more than ${formatRound(limit)}`
      : `This sale held more than ${formatRound(limit)} at an earlier decision`;
  return (
    <>
      {sums.needsConfirmation && (
        <Notice>
          {holdsMore(secondPersonAbove)}, so <b>a second staff member must confirm</b> your decision.
        </Notice>
      )}
      {sums.needsDraft && (
        <Notice>
          {holdsMore(draftAbove)}, so both parties <b>can read the draft for {draftShown}</b> before it can be
          confirmed.
        </Notice>
      )}
      {!sums.needsConfirmation && !sums.needsDraft && (
        <p className="hint">
          You decide this alone. Where more than {formatRound(draftAbove)} is held, both parties read a draft first;
          above {formatRound(secondPersonAbove)}, a second person confirms.
        </p>
      )}
    </>
  );
};

/** `counters`: the colleague's proposal that this decision answers. `onTyped`: the rationale that would be lost with the form. */
type DecideProps = {
  file: CaseFile;
  /** The key of the draft; another round is another form. */
  round: string;
  counters?: string | undefined;
  onOpenChange: (open: boolean) => void;
  onTyped: (rationale: string) => void;
};

/** Previews the division while typing; sends only after confirmation. */
export const Decide = ({ file, round, counters, onOpenChange, onTyped }: DecideProps) => {
  const read = useReadCase();
  const hasNews = useHasNews();
  const held = heldOf(file);
  const words = counters ? COUNTERS : isProposal(file) ? PROPOSES : DECIDES;
  const [deciding, setDeciding] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const action = useStaffAction<{ message: string }>();
  const dispute = openDispute(file.transaction);
  const choices = choicesOf(held);
  const begun: Draft = {
    choice: choices.length === 1 ? choices[0]! : '',
    toBuyer: partOf(dispute?.claim, held),
    rationale: '',
    reason: '',
    checked: [],
  };
  const form = useForm<Draft>({ defaultValues: begun });
  const { register, handleSubmit, watch, setError, setFocus, setValue, getValues, formState } = form;
  const draft = useKeptWords(form, round);
  // unchecked radio buttons become null
  const { choice: chosen, toBuyer, rationale, reason, checked } = watch();
  const choice = chosen ?? '';
  const queries = useQueryClient();
  const checks = checklistFor(dispute?.category);
  const errorId = useId();
  const waits = counters ? undefined : waitingFor(file);
  const division = choice ? divide(choice, toBuyer, held) : { failure: NOT_CHOSEN };
  const claim = dispute?.claim;
  const refund = isSplit(division) ? division.toBuyer : undefined;
  const worse = isSplit(division) ? worseForAppellant(file, division) : undefined;
  const [accepted, setAccepted] = useState<string>();
  const remarks = refund === undefined ? [] : remarksOn(refund, claim, rationale);
  const macros = macrosFor(file, choice, refund);
  const possible = counters
    ? file.pendingDecision?.decisionId === counters && file.transaction.allowed.includes('CounterDecision')
    : file.transaction.allowed.includes('DecideDispute') && !file.pendingDecision;
  // the case was reread, and only the open dialog keeps this here
  const isOver = !possible && waits === undefined && !action.isPending;
  // a form that opens shows all that has happened
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => read?.readTo(file.transaction.revision), []);
  const typed = formState.isDirty ? rationale.trim() : '';
  useEffect(() => onTyped(typed), [typed, onTyped]);
  const refunded = useRef(refund ?? (claim && centsOf(claim)));
  useEffect(() => {
    if (refund === undefined || refund === refunded.current) return;
    const [before, typed] = [refunded.current, getValues('rationale')];
    refunded.current = refund;
    const text = before === undefined || refund === 0 ? typed : withAmount(typed, before, refund);
    if (text !== typed) setValue('rationale', text, { shouldDirty: true });
  }, [refund, getValues, setValue]);
  const write = (text: string) => {
    setValue('rationale', appended(getValues('rationale'), text), { shouldDirty: true });
    setFocus('rationale');
  };
  const open = (next: boolean) => {
    setAccepted(undefined);
    setDeciding(next);
    onOpenChange(next);
  };
  const review = handleSubmit((typed) => {
    setFailure(undefined);
    if (!typed.choice) return setError('choice', { message: NOT_CHOSEN }, { shouldFocus: true });
    const parts = divide(typed.choice, typed.toBuyer, held);
    if (isSplit(parts)) {
      read?.begin();
      open(true);
    } else setError('toBuyer', { message: parts.failure }, { shouldFocus: true });
  });
  /** The hash of what the form shows for this sum; nothing if it is not shown. */
  const shownHash = () => {
    const shown = isSplit(division) && queries.getQueryData(followsFrom(file, division).queryKey);
    return shown ? { consequences: shown.hash } : {};
  };
  const decide = async () => {
    const parts = division;
    // The held sum may have changed while the dialog was open.
    if (!isSplit(parts)) return setFailure(<Notice bad>{parts.failure}</Notice>);
    if (worse && accepted !== worse.words) return setFailure(MUST_ACCEPT);
    setFailure(undefined);
    try {
      const answer = await action.mutateAsync({
        path: `transaction/${file.transaction._id}/dispute/${counters ? 'counter-decision' : 'decide'}`,
        body: {
          toBuyer: formatEuros(parts.toBuyer),
          rationale: rationale.trim(),
          ...(counters && { decisionId: counters, reason: reason.trim() }),
          ...shownHash(),
        },
      });
      open(false);
      onTyped('');
      await draft.forget();
      toast.success(`${file.transaction.transactionId}: ${answerMessage(answer, 'Decided')}`);
    } catch (error) {
      // what was shown may be outdated: the next try sends what is shown then
      void queries.invalidateQueries({ queryKey: followsFrom(file, parts).queryKey });
      setFailure(
        movedIn(error) ? (
          <CaseNews />
        ) : (
          <Notice bad>{messageOf(error, 'Failed to decide. Nothing has changed.')}</Notice>
        ),
      );
    }
  };
  return (
    <>
      {isOver ? (
        <p className="hint">There is nothing to decide here now.</p>
      ) : (
        <Form className="form-grid" onSubmit={review}>
          <DraftNotice onStartOver={() => draft.startOver(begun)}>
            {draft.found?.kept && keptOn(draft.found.kept.at)}
          </DraftNotice>
          {waits && <Notice>{waits}</Notice>}
          <fieldset className="choices" aria-describedby={formState.errors.choice && errorId}>
            <legend className="sr-only">What happens with {formatCents(held.held)}</legend>
            {choices.map((value) => (
              <label key={value} className="check">
                <input type="radio" value={value} {...register('choice')} />
                <span>{CHOICES[value]}</span>
              </label>
            ))}
          </fieldset>
          <FieldError id={errorId} message={formState.errors.choice?.message} />
          {held.most === 0 && <p className="hint">{ALL_THE_BUYERS}</p>}
          {choice === 'part' && (
            <MoneyInput
              label="Refund amount, in euros"
              typed={toBuyer}
              hint={`At most ${formatCents(held.most)} if the fee is kept`}
              error={
                formState.errors.toBuyer?.message ??
                (isSplit(division) || toBuyer === '' ? undefined : division.failure)
              }
              {...register('toBuyer')}
            />
          )}
          <div aria-live="polite">
            {isSplit(division) ? (
              <>
                <Division parts={division} />
                <AppealRisk file={file} parts={division} />
              </>
            ) : (
              choice !== '' && choice !== 'part' && <p className="hint">{division.failure}</p>
            )}
            {remarks.map((remark) => (
              <Notice key={remark}>{remark}</Notice>
            ))}
          </div>
          <details className="checklist">
            <summary>
              Checklist{dispute && `: ${categoryLabel(dispute.category)}`}{' '}
              <span className="muted num">
                {checks.filter((one) => checked.includes(one)).length} of {checks.length}
              </span>
            </summary>
            {checks.map((one) => (
              <label key={one} className="check">
                <input type="checkbox" value={one} {...register('checked')} />
                <span>{one}</span>
              </label>
            ))}
          </details>
          <EarlierDraft file={file} onInsert={write} />
          {macros.length > 0 && (
            <div>
              <Menu
                label="Texts for the rationale"
                trigger={
                  <Button size="sm" aria-keyshortcuts={SHORTCUTS.insert}>
                    Insert text
                  </Button>
                }
                groups={[macros.map(({ name, text }) => ({ label: name, onSelect: () => write(text) }))]}
              />
            </div>
          )}
          <Textarea
            label="Rationale"
            hint="Both parties read this, word for word"
            maxLength={1000}
            rows={5}
            error={formState.errors.rationale?.message}
            {...register('rationale', { validate: (typed) => typed.trim() !== '' || RATIONALE_REQUIRED })}
          />
          {counters && (
            <Textarea
              label="Why not the proposed decision"
              hint="Visible to staff and auditors, not to the parties"
              maxLength={1000}
              rows={3}
              error={formState.errors.reason?.message}
              {...register('reason', { validate: (typed) => typed.trim() !== '' || 'A reason is required' })}
            />
          )}
          {isSplit(division) && waits === undefined && possible && (
            <details className="checklist" open>
              <summary>What would follow</summary>
              <Consequences file={file} parts={division} />
            </details>
          )}
          <Rules file={file} />
          <Button type="submit" look="primary" block disabled={waits !== undefined || !possible}>
            {words.send}
          </Button>
        </Form>
      )}
      {deciding && (
        <ConfirmDialog
          open
          onOpenChange={() => open(false)}
          title={words.title}
          cancelText="Go back"
          confirmText={anyway(words.confirm, hasNews)}
          possible={possible || action.isPending}
          busy={action.isPending}
          busyText={words.busy}
          onConfirm={decide}
        >
          <BeforeActing />
          <DialogSubject file={file} />
          {isSplit(division) ? <Division parts={division} /> : <p>{division.failure}</p>}
          {isSplit(division) && <AppealRisk file={file} parts={division} />}
          {remarks.map((remark) => (
            <Notice key={remark}>{remark}</Notice>
          ))}
          <blockquote>{rationale.trim()}</blockquote>
          {counters && <p>{REJECTS_PROPOSAL}</p>}
          <p>{afterDeciding(file)}</p>
          {isSplit(division) && possible && <WhenMoneyMoves file={file} parts={division} />}
          {worse && possible && (
            <Checkbox
              label={`I know that the ${worse.party} gets less than before.`}
              checked={accepted === worse.words}
              aria-invalid={failure === MUST_ACCEPT || undefined}
              onChange={({ target }) => setAccepted(target.checked ? worse.words : undefined)}
            />
          )}
          {failure}
        </ConfirmDialog>
      )}
    </>
  );
};
