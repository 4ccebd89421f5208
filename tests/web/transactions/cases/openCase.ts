import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CaseFile } from '#application/contract/cases.ts';
import type { Role } from '#domain/shared/actor.ts';
import { openAs } from '../../staff/desk.ts';
import { A_DESK, aCaseFile, TRANSACTION } from './aCase.ts';

/** Opens the case on its screen. Unless a test says more, the preview of a decision never arrives, so nothing depends on when it would. */
export const openCase = (file: CaseFile | Response, roles: Role[] = ['staff'], replies: Record<string, unknown> = {}) =>
  openAs(roles, `/staff/cases/${TRANSACTION}`, {
    [`GET staff/cases/${TRANSACTION}`]: file,
    [`GET staff/cases/${TRANSACTION}/desk`]: A_DESK,
    [`GET staff/cases/${TRANSACTION}/consequences`]: new Promise(() => undefined),
    ...replies,
  });

/** The case, with these commands allowed. */
export const allowing = (...allowed: string[]): CaseFile => {
  const file = aCaseFile();
  return { ...file, transaction: { ...file.transaction, allowed } };
};

export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
