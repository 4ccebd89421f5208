import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Input } from '../../ui/Input.tsx';

type SaveViewDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onSave: (name: string) => void };

export const SaveViewDialog = ({ open, onOpenChange, onSave }: SaveViewDialogProps) => {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = async () => {
    if (name.trim() === '') return setError('A name is required');
    onSave(name.trim());
    setName('');
    onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Save this view">
      <Form className="form-grid" onSubmit={submit}>
        <Input
          label="Name"
          hint="The search, the filters and the order. Kept for you in this browser."
          maxLength={40}
          value={name}
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary">
            Save view
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
