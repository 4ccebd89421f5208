import { useEffect, useRef, useState } from 'react';
import { MAX_MESSAGE_IMAGE_BYTES, UNREADABLE_IMAGE } from '#application/contract/limits.ts';
import { HOUR } from '#domain/shared/instants.ts';
import { ApiError } from '../api/ApiError.ts';
import { newCommandId } from '../api/commandId.ts';
import { keptForms } from '../api/keptForms.ts';
import { beforeReload } from '../loading/reload.ts';
import { needPreparation, preparedPhotos } from '../ui/preparedPhotos.ts';
import { sendFailure, sendMessage } from './api/sendMessage.ts';
import { keepDraft, keepSentAs, keptDraft, sentAs } from './keptDrafts.ts';
import { type Addressed, imageFailure, isEmpty, textFailure } from './messageRules.ts';

type Sending = {
  /** The account and conversation of the draft, which is kept until it is sent or the user signs out. */
  account: string;
  conversation: string;
  /** The recipient, or why the message cannot be sent. */
  to: () => { to: Addressed; failure?: undefined } | { to?: undefined; failure: string };
  onSent: (conversationId: string) => unknown;
};

/** Keeps the image over the reload for a new version, once: it is too large to store with each keystroke. */
const pictures = keptForms<{ at: number; file: File }>();

/** A message draft. It stays until the message has arrived; a retry of the same text arrives once. */
export const useDraft = ({ account, conversation, to, onSent }: Sending) => {
  const [text, setText] = useState(() => keptDraft(account, conversation));
  const [image, setImage] = useState<{ file: File; preview: string } | null>(null);
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  /** A large image is being resized. */
  const [preparing, setPreparing] = useState(false);
  const commandId = useRef(sentAs(account, conversation) ?? newCommandId());
  const draft = { text, image: image?.file ?? null };

  const preview = image?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const chosen = useRef<File>(undefined);
  chosen.current = image?.file;
  const key = `${account}:message:${conversation}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useEffect(() => {
    const restore = async () => {
      const kept = await pictures.read(key);
      if (!kept) return;
      await pictures.drop(key);
      if (kept.at > Date.now() - HOUR && !chosen.current) take(kept.file);
    };
    // a private window stores nothing
    restore().catch(() => undefined);
    return beforeReload(() => chosen.current && pictures.keep(key, { at: Date.now(), file: chosen.current }));
  }, [key]);

  const changed = () => {
    commandId.current = newCommandId();
    setFailure(undefined);
  };
  const write = (next: string) => {
    setText(next);
    keepDraft(account, conversation, next);
    changed();
  };
  const attach = async (picked: File) => {
    if (!needPreparation([picked])) return take(picked);
    setPreparing(true);
    const [file = picked] = await preparedPhotos([picked], MAX_MESSAGE_IMAGE_BYTES).finally(() => setPreparing(false));
    take(file);
  };
  const take = (file: File) => {
    const refusal = imageFailure(file);
    if (refusal) return setFailure(refusal);
    setImage({ file, preview: URL.createObjectURL(file) });
    changed();
  };
  const detach = () => {
    setImage(null);
    changed();
  };
  const leaveOut = () => {
    detach();
    setFailure(`${image?.file.name}: ${UNREADABLE_IMAGE}`);
  };
  const send = async () => {
    const tooLong = textFailure(text);
    if (isEmpty(draft) || tooLong || preparing) return;
    const address = to();
    if (!address.to) return setFailure(address.failure);
    setSending(true);
    setFailure(undefined);
    // images are not stored with the text
    if (!image) keepSentAs(account, conversation, commandId.current);
    try {
      const { conversationId } = await sendMessage(address.to, draft, commandId.current);
      setText('');
      keepDraft(account, conversation, '');
      setImage(null);
      changed();
      await onSent(conversationId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(sendFailure(error));
    } finally {
      setSending(false);
    }
  };
  return {
    text,
    image,
    /** Validates the text before anything is sent. */
    failure: textFailure(text) ?? failure,
    sending,
    /** Ignores whether it is being sent: the form handles that, and disabling the button would drop the focus. */
    ready: !isEmpty(draft) && !textFailure(text) && !preparing,
    preparing,
    write,
    attach,
    detach,
    leaveOut,
    send,
  };
};
