import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import type { ConversationHead, ConversationMessage } from '#application/contract/conversations.ts';
import { ERASED, NOT_REACHED } from '#domain/shared/erased.ts';
import { MESSAGES } from '../../../api/queryKeys.ts';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { recipientIn } from '../../messageRules.ts';
import { useDraft } from '../../useDraft.ts';
import { AttachedImage } from '../AttachedImage.tsx';
import { Counter } from '../Counter.tsx';
import { ImageButton } from '../ImageButton.tsx';
import { useUnblock } from './useBlock.ts';

type ComposerProps = {
  id: string;
  /** The id as the viewer spells it, so a draft begun at the listing continues here. */
  conversation: string;
  messages: readonly ConversationMessage[];
  person: ConversationHead['otherUser'];
  /** By the viewer. */
  blocked: boolean;
};

const Blocked = ({ id, person }: { id: string; person: ConversationHead['otherUser'] }) => {
  const unblock = useUnblock(id);
  return (
    <div className="composer-blocked">
      <p className="small">You have blocked {person.username}. Unblock them to send a message.</p>
      <Button size="sm" busy={unblock.isPending} onClick={() => unblock.mutate(person)}>
        Unblock
      </Button>
    </div>
  );
};

/** The text stays until the message has arrived. Ctrl or Cmd+Enter sends. */
export const Composer = ({ id, conversation, messages, person, blocked }: ComposerProps) => {
  const { _id: viewer } = useUser();
  const client = useQueryClient();
  const errorId = useId();
  const countId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft({
    account: viewer,
    conversation,
    to: () => recipientIn(viewer, conversation, messages),
    onSent: () => client.invalidateQueries({ queryKey: [MESSAGES] }),
  });
  if (person.username === ERASED) return <p className="composer-blocked small">{NOT_REACHED}.</p>;
  if (blocked) return <Blocked id={id} person={person} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) field.current?.form?.requestSubmit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    void draft.attach(file);
  };
  return (
    <Form className="composer" onSubmit={draft.send} focusAfter={field}>
      <ImageButton disabled={draft.sending || draft.preparing} onPick={(file) => void draft.attach(file)} />
      <div className="composer-words">
        {draft.image && (
          <AttachedImage
            name={draft.image.file.name}
            preview={draft.image.preview}
            disabled={draft.sending}
            onUnreadable={draft.leaveOut}
            onRemove={() => {
              draft.detach();
              field.current?.focus();
            }}
          />
        )}
        {/* A hidden copy of the text sizes the field. */}
        <div className="grows" data-text={draft.text}>
          <textarea
            ref={field}
            className="input"
            aria-label="Message"
            aria-describedby={`${countId} ${errorId}`}
            aria-invalid={draft.failure ? true : undefined}
            placeholder="Compose your transmission..."
            value={draft.text}
            onChange={(event) => draft.write(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        {draft.preparing && <p className="hint">Preparing your photo…</p>}
        <Counter id={countId} text={draft.text} />
        <FieldError id={errorId} message={draft.failure} />
      </div>
      <Button type="submit" look="primary" busyText="Sending…" disabled={!draft.ready}>
        Send
      </Button>
    </Form>
  );
};
