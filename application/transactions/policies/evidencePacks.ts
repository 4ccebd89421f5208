import type { DomainEvent } from '#domain/events.ts';
import { EVIDENCE_REASON } from '#domain/notifications/accessReasons.ts';
import type { Actor } from '#domain/shared/actor.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import { SubjectErased } from '../../ports/keys.ts';
import { ProviderRefused } from '../../ports/payments.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import type { BankPhotos } from '../bankPhotos.ts';

export const EVIDENCE_PACKS = 'evidencePacks';

const HANDLES = ['EvidencePackSubmitted'] as const satisfies readonly DomainEvent['type'][];

type Submitted = Recorded<Extract<DomainEvent, { type: 'EvidencePackSubmitted' }>>;

/** The bank reads personal data of both parties, so their access logs name who sent it, which texts, and whether photos. */
const logAccess = async (event: Submitted, repository: PolicyDeps['repository']): Promise<void> => {
  const { id, stream, revision, type, metadata, data } = event;
  const { buyerId, sellerId } = (await repository.transactions.load(idIn(stream))).state;
  const onReceipt = data.receipt ? (['customerName', 'shippingAddress'] as const) : [];
  const texts = new Set([...Object.keys(data.pack ?? {}), ...onReceipt]);
  const fields = ['bankEvidence', ...texts, ...(data.photos ? ['evidence'] : [])];
  const opened = { type: 'OpenPersonalData', of: stream, revision, event: type, fields, ...EVIDENCE_REASON } as const;
  for (const account of [buyerId, sellerId]) {
    const context = {
      actor: metadata.actor as Actor,
      commandId: `evidence.${id}.${account}`,
      correlationId: id,
      causationId: id,
    };
    try {
      await repository.accessLog.send(account, opened, context);
    } catch (error) {
      // nobody is left to read the log
      if (!(error instanceof SubjectErased)) throw error;
    }
  }
};

/** Turns a submitted evidence pack into a job. Its texts are personal, so they stay in the event. */
export const evidencePacks = ({ jobs, repository }: Pick<PolicyDeps, 'jobs' | 'repository'>): Policy =>
  policy({
    name: 'evidencePacks',
    handles: HANDLES,
    begins: { EvidencePackSubmitted: 'start' },
    handle: async (event) => {
      const { chargebackId, attempt } = event.data;
      const data = { saleId: idIn(event.stream), chargebackId, attempt };
      await logAccess(event, repository);
      await jobs.add([{ queue: EVIDENCE_PACKS, id: `evidence.${event.id}`, data }]);
    },
  });

type Sending = Pick<PolicyDeps, 'repository' | 'payments' | 'commands' | 'log'> & { bankPhotos: BankPhotos };

/**
 * Delivers the pack and records the provider's answer. Everything may be repeated: the provider knows the attempt, and
 * the answer counts once. @throws ProviderUnavailable, and the job is retried
 */
export const sendEvidencePack =
  ({ repository, payments, commands, bankPhotos, log }: Sending): JobHandler =>
  async ({ data }) => {
    const { saleId, chargebackId, attempt } = data as { saleId: string; chargebackId: string; attempt: number };
    const { state, history } = await repository.transactions.loadWithHistory(saleId);
    const submitted = history.findLast(
      ({ type, data }) =>
        type === 'EvidencePackSubmitted' && data.chargebackId === chargebackId && data.attempt === attempt,
    );
    if (submitted?.type !== 'EvidencePackSubmitted')
      return log.error({ sale: saleId, chargeback: chargebackId }, 'an evidence pack was never submitted');
    const sent = state.chargebacks[chargebackId]?.pack;
    if (sent?.attempt !== attempt || sent.stands !== 'submitted') return;
    const answered = (refused: string | null) =>
      commands.toTransaction(
        saleId,
        { type: 'RecordEvidencePack', chargebackId, attempt, refused },
        causedBy(submitted, 'recordEvidencePack'),
      );
    const { pack, photos, receipt } = submitted.data;
    if (pack === null) return void (await answered('erased'));
    const made = await bankPhotos.documents(saleId, { photos, receipt });
    // erased or removed since staff chose or read it
    if (!made.ok) return void (await answered(made.error.code));
    try {
      await payments.submitEvidence({ chargebackId, attempt, pack, documents: made.value.documents });
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      return void (await answered(error.message));
    }
    await answered(null);
  };
