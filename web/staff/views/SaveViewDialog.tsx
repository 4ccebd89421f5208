import { useState } from 'react';
import { MAX_VIEW_NAME, VIEW_NAME_REQUIRED } from '#application/contract/limits.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Input } from '../../ui/Input.tsx';

type SaveViewDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSave: (name: string) => Promise<unknown>;
};

export const SaveViewDialog = ({ open, onOpenChange, onSave }: SaveViewDialogProps) => {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = async () => {
    if (name.trim() === '') return setError(VIEW_NAME_REQUIRED);
    setError(undefined);
    try {
      await onSave(name.trim());
      setName('');
      onOpenChange(false);
    } catch (failed) {
      setError(messageOf(failed, 'Failed to save the view. Nothing has changed.'));
    }
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Save this view">
      <Form className="form-grid" onSubmit={submit}>
        <Input
          label="Name"
          hint="The search, the filters and the order. Kept for you on every device."
          maxLength={MAX_VIEW_NAME}
          value={name}
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary" busyText="Saving…">
            Save view
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
