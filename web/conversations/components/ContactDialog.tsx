import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { MESSAGES } from '../../api/queryKeys.ts';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../ui/Button.tsx';
import type { ContactProps } from '../../ui/contact.ts';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Link } from '../../ui/Link.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { toast } from '../../ui/toast.ts';
import { conversationIdOf } from '../conversationId.ts';
import { addressed } from '../messageRules.ts';
import { useDraft } from '../useDraft.ts';
import { AttachedImage } from './AttachedImage.tsx';
import { Counter } from './Counter.tsx';
import { ImageButton } from './ImageButton.tsx';

/** A message from a listing or sale page; the conversation opens once it is sent. */
export const ContactDialog = ({ part, other, listing, onClose }: ContactProps) => {
  const { _id: viewer } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const seller = part === 'seller' ? viewer : other._id;
  const draft = useDraft({
    account: viewer,
    conversation: conversationIdOf(viewer, other._id, listing._id),
    to: () => addressed(viewer, { recipientId: other._id, listingId: listing._id }, seller),
    onSent: (conversationId) => {
      void client.invalidateQueries({ queryKey: [MESSAGES] });
      navigate(`/messages/conversation/${conversationId}`);
      toast.success('Message sent successfully');
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={part === 'seller' ? 'Contact Buyer' : 'Contact Seller'}
      locked={draft.sending}
    >
      <Form className="form-grid" onSubmit={draft.send}>
        <p>
          To <b className="strong">{other.username}</b> about {listing.title}.{' '}
          <Link to={`/messages/conversation/${conversationIdOf(viewer, other._id, listing._id)}`}>
            Earlier messages
          </Link>
        </p>
        <div>
          <Textarea
            label="Message"
            rows={5}
            placeholder="Compose your transmission..."
            value={draft.text}
            error={draft.failure}
            onChange={(event) => draft.write(event.target.value)}
          />
          <Counter text={draft.text} />
        </div>
        {draft.image ? (
          <AttachedImage
            name={draft.image.file.name}
            preview={draft.image.preview}
            disabled={draft.sending}
            onRemove={draft.detach}
            onUnreadable={draft.leaveOut}
          />
        ) : (
          <div className="contact-image">
            {draft.preparing && <p className="hint">Preparing your photo…</p>}
            <ImageButton
              inWords
              disabled={draft.sending || draft.preparing}
              onPick={(file) => void draft.attach(file)}
            />
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose} disabled={draft.sending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Sending…" disabled={!draft.ready}>
            Send
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
