import { useState } from 'react';
import type { TransactionView } from '#application/contract/transactions.ts';
import { ERASED, NOT_REACHED } from '#domain/shared/erased.ts';
import { Button } from '../../../ui/Button.tsx';
import type { ContactProps } from '../../../ui/contact.ts';
import type { OnceOpened } from '../../../ui/onceOpened.tsx';
import { toast } from '../../../ui/toast.ts';

type Contacted = Partial<Pick<TransactionView, 'listing' | 'buyer' | 'seller' | 'role'>>;

/** The other party and the listing, or the reason why nobody can be contacted (document 2, section 8). */
export const contactOf = (transaction: Contacted): Omit<ContactProps, 'onClose'> | string => {
  if (!transaction.listing?._id) return 'Transaction information is not available';
  const part = transaction.role === 'seller' ? 'seller' : 'buyer';
  const other = part === 'seller' ? transaction.buyer : transaction.seller;
  if (!other?._id) return 'Unable to identify the other party';
  return { part, other, listing: transaction.listing };
};

type ContactButtonProps = { sale: TransactionView; Contact: OnceOpened<ContactProps> };

export const ContactButton = ({ sale: transaction, Contact }: ContactButtonProps) => {
  const [open, setOpen] = useState(false);
  const loads = Contact.useAhead();
  const contact = contactOf(transaction);
  if (typeof contact !== 'string' && contact.other.username === ERASED)
    return <p className="small muted">{NOT_REACHED}.</p>;
  return (
    <>
      <Button
        block
        icon="message"
        busy={loads}
        busyText="Loading…"
        onClick={() => (typeof contact === 'string' ? toast.error(contact) : setOpen(true))}
      >
        {transaction.role === 'seller' ? 'Contact Buyer' : 'Contact Seller'}
      </Button>
      {open && typeof contact !== 'string' && <Contact {...contact} onClose={() => setOpen(false)} />}
    </>
  );
};
