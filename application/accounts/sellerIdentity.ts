import { type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Payments } from '../ports/payments.ts';
import { providerTimeout } from '../shared/providerTimeout.ts';
import type { Repository } from '../streams/repository.ts';
import { BANK_CHECKS } from './policies/bankVerification.ts';

type Deps = {
  repository: Repository;
  payments: Pick<Payments, 'identityPage' | 'identifiesSellers'>;
  jobs: Pick<Jobs, 'add'>;
  publicUrl: string;
};

export type IdentityRefusal = { code: 'bankAccountNotChecked' | 'identityNotAsked' };

/** The provider's page returns the seller here; the screen then requests a check at once. */
export const IDENTITY_RETURN = '/settings?tab=seller&identity=given';

/**
 * Some providers must identify the people they pay. While a bank account is under review, its owner can do that on
 * the provider's page.
 */
export const sellerIdentity = ({ repository, payments, jobs, publicUrl }: Deps) => {
  /** The bank details, while the provider has not decided about them. */
  const beingChecked = async (id: AccountId) => {
    const { bank, bankProvidedAt, bankState } = (await repository.accounts.load(id)).state;
    return bank && bankProvidedAt !== null && bankState === 'checking' ? { bank, bankProvidedAt } : undefined;
  };

  return {
    isAsked: payments.identifiesSellers,
    /** @throws ProviderUnavailable */
    page: async (id: AccountId): Promise<Result<string, IdentityRefusal>> => {
      const checked = await beingChecked(id);
      if (!checked) return reject({ code: 'bankAccountNotChecked' });
      const { accountHolder, iban } = checked.bank;
      const url = await providerTimeout()(() =>
        payments.identityPage({ accountHolder, iban }, `${publicUrl}${IDENTITY_RETURN}`),
      );
      return url === undefined ? reject({ code: 'identityNotAsked' }) : { ok: true, value: url };
    },
    /**
     * Asks the provider now instead of at the next full hour. `askedBy`: the command id, so that one click asks
     * once.
     */
    check: async (id: AccountId, askedBy: string): Promise<Result<undefined, IdentityRefusal>> => {
      const checked = await beingChecked(id);
      if (!checked) return reject({ code: 'bankAccountNotChecked' });
      const data = { accountId: id, providedAt: checked.bankProvidedAt };
      await jobs.add([{ queue: BANK_CHECKS, id: `bank.${askedBy}`, data }]);
      return { ok: true, value: undefined };
    },
  };
};

export type SellerIdentity = ReturnType<typeof sellerIdentity>;
