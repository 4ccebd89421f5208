import { unmatchedEventId } from '#application/streams/streamNames.ts';
import { orphaned } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { PROVIDER } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { systemClock } from '#infrastructure/system/clock.ts';
import { newId } from '#infrastructure/system/ids.ts';
import type { Member } from '#tests/support/marketplace.ts';
import type { Person } from '../../planted.ts';
import { type Asked, type Change, word } from './change.ts';
import type { Stage } from './stage.ts';

const STAFF = ['staff', 'insider'] as const;

/** Staff changes to accounts, roles and unassigned cases. */
export const changesOfStaff = (stage: () => Stage): Change[] => {
  const rogues = new Map<Person, Member>();
  const rogue = (asking: Person) => rogues.get(asking)!;
  const proposalOf = async ({ id }: Member): Promise<string> => {
    const { state } = await stage().market.marketplace.repository.accounts.load(id);
    return state.termination?.proposalId ?? '';
  };
  const proposed = async (asking: Person): Promise<Asked> => {
    const { id } = rogue(asking);
    succeeded(await stage().clerk.post(`staff/accounts/${id}/terminate`, { reason: word() }), 'a proposal');
    return { in: { id }, body: { proposalId: await proposalOf(rogue(asking)) } };
  };
  const accounts: Change[] = [
    {
      call: 'post staff/accounts/{id}/suspend',
      by: STAFF,
      scene: async (asking) => {
        rogues.set(asking, await stage().helper(`rogue${asking}`));
        return { in: { id: rogue(asking).id } };
      },
    },
    { call: 'post staff/accounts/{id}/reinstate', by: STAFF, scene: (asking) => ({ in: { id: rogue(asking).id } }) },
    {
      call: 'post staff/accounts/{id}/terminate',
      by: STAFF,
      scene: async (asking) => {
        const { id } = rogue(asking);
        succeeded(
          await stage().clerk.post(`staff/accounts/${id}/suspend`, { reason: word(), ground: 'listings' }),
          'a suspension',
        );
        return { in: { id } };
      },
    },
    {
      call: 'post staff/accounts/{id}/terminate/reject',
      by: STAFF,
      scene: async (asking) => ({
        in: { id: rogue(asking).id },
        body: { proposalId: await proposalOf(rogue(asking)) },
      }),
    },
    {
      call: 'post staff/accounts/{id}/terminate/confirm',
      by: STAFF,
      scene: async (asking) => {
        const asked = await proposed(asking);
        return { ...asked, body: { ...asked.body, reason: word() } };
      },
    },
  ];

  let hopeful: Member;
  const roleProposal = async (by: Member) => {
    const { proposals } = (await by.get('admin/accounts-with-roles')).body;
    const own = proposals.find(({ account }: { account: { _id: string } }) => account._id === hopeful.id);
    return { body: { account: hopeful.id, proposalId: own.proposalId as string } };
  };
  const roles: Change[] = [
    {
      call: 'post admin/roles/grant',
      by: ['admin'],
      scene: async () => {
        hopeful = await stage().helper('hopeful');
        return { body: { account: hopeful.email, role: 'staff' } };
      },
    },
    { call: 'post admin/roles/withdraw', by: ['admin'], scene: () => roleProposal(stage().people.admin) },
    {
      call: 'post admin/roles/confirm',
      by: ['admin'],
      scene: async () => {
        const grant = { account: hopeful.id, role: 'auditor' };
        succeeded(await stage().chief.post('admin/roles/grant', grant), 'a proposal');
        return roleProposal(stage().chief);
      },
    },
    {
      call: 'post admin/roles/revoke',
      by: ['admin'],
      scene: () => ({ body: { account: hopeful.email, role: 'auditor' } }),
    },
  ];

  let sale = '';
  const onDesk = async (body: object = {}): Promise<Asked> => {
    if (sale === '') sale = (await stage().shipped(stage().people.buyer, stage().people.seller)).id;
    return { in: { id: sale }, body };
  };
  const assignee = async () => {
    const { in: asked } = await onDesk();
    const { state } = await stage().market.marketplace.repository.caseDesks.load(asked!.id!);
    return { from: state.assignee };
  };
  const inTwoDays = () => {
    const { clock = systemClock } = stage().market.marketplace;
    return new Date(clock.now() + 2 * DAY).toISOString().slice(0, 10);
  };
  const DESK = ['staff', 'auditor', 'admin', 'insider'] as const;
  const view = () => ({ name: word(), query: 'kind=appeal' });
  const desk: Change[] = [
    { call: 'post staff/cases/{id}/assign', by: STAFF, scene: async () => onDesk(await assignee()) },
    { call: 'post staff/cases/{id}/unassign', by: STAFF, scene: async () => onDesk(await assignee()) },
    { call: 'post staff/cases/{id}/snooze', by: STAFF, scene: () => onDesk({ until: inTwoDays() }) },
    { call: 'post staff/cases/{id}/snooze/end', by: STAFF, scene: () => onDesk() },
    {
      call: 'put staff/cases/{id}/reading',
      by: DESK,
      scene: () => onDesk({ reading: true }),
    },
    { call: 'post staff/views/{list}', by: DESK, scene: async () => ({ in: { list: 'cases' }, body: view() }) },
    {
      call: 'post staff/views/{list}/delete',
      by: DESK,
      scene: async () => ({ in: { list: 'cases' }, body: { name: word() } }),
    },
    { call: 'post staff/cases/{id}/notes', by: STAFF, scene: () => onDesk({ text: word() }) },
  ];

  const others: Change[] = [
    ...desk,
    {
      call: 'post staff/orphans/{eventId}/close',
      by: STAFF,
      scene: async () => {
        const event = {
          eventId: newId(),
          occurredAt: 0,
          transactionId: '9'.repeat(32),
          kind: 'other' as const,
          name: 'fee.taken',
          reference: 'fee/1',
          amount: 700,
        };
        const context = { commandId: newId(), correlationId: newId(), causationId: newId(), actor: PROVIDER };
        await stage().market.marketplace.repository.unmatchedEvents.send(
          unmatchedEventId(event.eventId),
          orphaned(event),
          context,
        );
        return { in: { eventId: event.eventId } };
      },
    },
    {
      call: 'post disclosures',
      by: ['staff', 'auditor', 'insider'],
      scene: async () => {
        const { buyer, staff } = stage().people;
        succeeded(await buyer.post('support/contact', { subject: word(), message: word() }), 'a question');
        const stream = `account-${buyer.id}`;
        const { events } = succeeded(await staff.get(`audit/streams/${stream}`), 'the history');
        const { revision } = events.findLast(({ type }: { type: string }) => type === 'SupportContacted');
        return { body: { subject: { stream, revision }, fields: ['message'] } };
      },
    },
  ];

  return [...accounts, ...roles, ...others];
};
