import { assignCase, caseDesk, snoozeCase, unassignCase, writeNote } from '#application/contract/caseDesk.ts';
import { caseDeskCommands } from '#application/transactions/caseDesk.ts';
import { access } from '#domain/access/access.ts';
import { may, towards } from '#domain/access/right.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';

const tag = 'Staff';

/** Assignment, snoozing and notes of a case. Staff who are a party of the sale see and change nothing here. */
export const caseDeskEndpoints = ({ queries, repository, clock }: EndpointDeps): Endpoint[] => {
  const desk = caseDeskCommands({ repository });
  const work = { method: 'post', tag, may: access.case.do.work, params: idParameter, limit: 'dealing' } as const;
  return [
    endpoint({
      method: 'get',
      path: 'staff/cases/{id}/desk',
      operationId: 'getCaseDesk',
      summary: 'Get the assignee, the snooze and the internal notes of a case',
      tag,
      may: access.case.see.file,
      params: idParameter,
      response: caseDesk,
      handle: async ({ params: { id }, account }) => {
        const { state } = await repository.transactions.show(id);
        if (state.buyerId === '') throw new Refused({ code: 'transactionNotFound' });
        if (!may(access.case.see.file, towards(state, account))) throw new Refused({ code: 'notAllowed' });
        const { history } = await repository.caseDesks.show(id);
        return { body: await queries.staff.caseDeskOf(history, state, account, clock.now()) };
      },
    }),
    command({
      ...work,
      path: 'staff/cases/{id}/assign',
      operationId: 'assignCase',
      summary: 'Take a case or give it to a colleague',
      body: assignCase,
      run: ({ params, body, context }) => desk.assign(params.id, body, context),
    }),
    command({
      ...work,
      path: 'staff/cases/{id}/unassign',
      operationId: 'unassignCase',
      summary: 'Give a case back, so that it is nobody’s',
      body: unassignCase,
      run: ({ params, body, context }) => desk.unassign(params.id, body.from, context),
    }),
    command({
      ...work,
      path: 'staff/cases/{id}/snooze',
      operationId: 'snoozeCase',
      summary: 'Hide a case from the queue until a day, or until there is news or its deadline comes near',
      body: snoozeCase,
      run: ({ params, body, context }) => desk.snooze(params.id, Date.parse(body.until), context),
    }),
    command({
      ...work,
      path: 'staff/cases/{id}/snooze/end',
      operationId: 'endSnooze',
      summary: 'Show a snoozed case in the queue again',
      run: ({ params, context }) => desk.endSnooze(params.id, context),
    }),
    command({
      ...work,
      path: 'staff/cases/{id}/notes',
      operationId: 'writeNote',
      summary: 'Add an internal note, which the parties never see',
      body: writeNote,
      run: ({ params, body, context }) => desk.writeNote(params.id, body.text, context),
    }),
  ];
};
