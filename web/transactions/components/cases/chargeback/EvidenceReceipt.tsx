import type { UseFormRegisterReturn } from 'react-hook-form';
import type { EvidenceDraft } from '#application/contract/chargebacks.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Facts } from '../../../../ui/Facts.tsx';
import { Checkbox } from '../../../../ui/Input.tsx';
import { saveFile } from '../../../../ui/keepAsFile.ts';

type Receipt = NonNullable<EvidenceDraft['receipt']>;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** The receipt as the bank would read it, and whether it goes along. */
export const EvidenceReceipt = ({ receipt, field }: { receipt: Receipt; field: UseFormRegisterReturn }) => (
  <fieldset className="form-grid">
    <legend>Receipt for the bank</legend>
    <p className="hint">
      Made from the history of the sale. You cannot edit it: it names the buyer and the address even if you remove them
      above.
    </p>
    <Facts facts={receipt.rows.map(({ label, text }) => ({ label, value: text }))} />
    <div>
      <Button
        size="sm"
        onClick={() => saveFile(new Blob([bytesOf(receipt.pdf)], { type: 'application/pdf' }), `${receipt.name}.pdf`)}
      >
        Download the PDF
      </Button>
    </div>
    <Checkbox label="Send this receipt as a PDF" {...field} />
  </fieldset>
);
