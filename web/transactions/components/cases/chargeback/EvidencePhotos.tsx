import type { UseFormRegisterReturn } from 'react-hook-form';
import type { EvidenceDraft } from '#application/contract/chargebacks.ts';
import { EVIDENCE_PLACES, type EvidencePlace, MAX_BANK_PHOTOS } from '#domain/transactions/evidencePack.ts';
import { PHOTO_OF, PLACE_LABELS } from './chargebackText.ts';

export type Places = { places: Record<string, EvidencePlace | ''> };

type EvidencePhotosProps = {
  photos: EvidenceDraft['photos'];
  /** Registers the place of a photo. */
  register: (name: string) => UseFormRegisterReturn;
};

/** `sold-2` → `As sold, photo 2`. */
const titleOf = (name: string): string => {
  const [of = '', number] = name.split('-');
  return `${PHOTO_OF[of] ?? of}, photo ${number}`;
};

/** The photos of the case, each with its place among the evidence. Nothing goes along unless staff choose it. */
export const EvidencePhotos = ({ photos, register }: EvidencePhotosProps) => (
  <fieldset>
    <legend>Photos for the bank</legend>
    <p className="hint">
      Choose what each photo proves, at most {MAX_BANK_PHOTOS} of them. Photos of one kind become one document.
    </p>
    <ul className="evidence bank-photos">
      {photos.map(({ name, url, thumbnailUrl }) => (
        <li key={name}>
          <a href={url} target="_blank" rel="noreferrer" aria-label={`Open ${titleOf(name)}`}>
            <img src={thumbnailUrl} alt="" width={160} height={120} loading="lazy" decoding="async" />
          </a>
          <label>
            <span>{titleOf(name)}</span>
            <select className="select" {...register(name)}>
              <option value="">Leave out</option>
              {EVIDENCE_PLACES.map((place) => (
                <option key={place} value={place}>
                  {PLACE_LABELS[place]}
                </option>
              ))}
            </select>
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
);
