import { record, reject } from '../../shared/decider.ts';
import { charactersOf, filledIn, isPackSent, takesEvidence } from '../evidencePack.ts';
import { openChargebacks } from '../state.ts';
import { type Decide, refused } from './deciding.ts';

export const submitEvidencePack: Decide<'SubmitEvidencePack'> = (command, transaction) => {
  const { at, chargebackId, photos = [], receipt, by } = command;
  const claim = transaction.chargebacks[chargebackId];
  if (!claim || !openChargebacks(transaction).includes(chargebackId)) return reject({ code: 'chargebackNotOpen' });
  if (isPackSent(claim)) return reject({ code: 'evidencePackSent' });
  if (!takesEvidence(claim, at)) return reject({ code: 'evidenceNotTaken' });
  const pack = filledIn(command.pack);
  if (Object.keys(pack).length === 0 && photos.length === 0 && !receipt) return reject({ code: 'textRequired' });
  const attempt = (claim.pack?.attempt ?? 0) + 1;
  return record({
    type: 'EvidencePackSubmitted',
    data: {
      at,
      chargebackId,
      attempt,
      pack,
      characters: charactersOf(pack),
      by: by.id,
      ...(photos.length > 0 && { photos: [...photos] }),
      ...(receipt && { receipt }),
    },
  });
};

/** Ignores a repeated answer, and one about an earlier pack. It may come after the bank's decision. */
export const recordEvidencePack: Decide<'RecordEvidencePack'> = (command, transaction, gate) => {
  const { at, chargebackId, attempt, by } = command;
  if (by.role !== 'system') return refused(command, transaction, gate) ?? record();
  const { pack } = transaction.chargebacks[chargebackId] ?? {};
  if (pack?.stands !== 'submitted' || pack.attempt !== attempt) return record();
  return record(
    command.refused === null
      ? { type: 'EvidencePackDelivered', data: { at, chargebackId, attempt } }
      : { type: 'EvidencePackRefused', data: { at, chargebackId, attempt, reason: command.refused } },
  );
};
