import { useState } from 'react';
import { DAY } from '#domain/shared/instants.ts';
import { counted } from '#domain/shared/lengths.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { serverNow } from '../../../../api/serverTime.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../../ui/Dialog.tsx';
import { Form } from '../../../../ui/Form.tsx';
import { Input } from '../../../../ui/Input.tsx';
import { Notice } from '../../../../ui/States.tsx';

type SnoozeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** How many cases. */
  count?: number;
  /** The dialog closes when it is done, and shows why it failed. */
  onSnooze: (until: string) => Promise<unknown>;
};

const SOON = [1, 3, 7];

const dayIn = (days: number): string => new Date(serverNow() + days * DAY).toISOString().slice(0, 10);

export const SnoozeDialog = ({ open, onOpenChange, title, count = 1, onSnooze }: SnoozeDialogProps) => {
  const [until, setUntil] = useState(() => dayIn(1));
  const [failure, setFailure] = useState<string>();
  const submit = async () => {
    setFailure(undefined);
    try {
      await onSnooze(until);
      onOpenChange(false);
    } catch (error) {
      setFailure(messageOf(error, 'Failed to snooze it. Nothing has changed.'));
    }
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Form className="form-grid" onSubmit={submit}>
        <p>
          <b className="strong">No staff</b> see {count === 1 ? 'this case' : 'these cases'} in the queue until then.
          News, and a near deadline, bring {count === 1 ? 'it' : 'them'} back earlier.
        </p>
        <div className="row">
          {SOON.map((days) => (
            <Button key={days} size="sm" onClick={() => setUntil(dayIn(days))}>
              {days === 1 ? 'Tomorrow' : `In ${counted(days, 'day')}`}
            </Button>
          ))}
        </div>
        <Input
          label="Until"
          type="date"
          min={dayIn(1)}
          max={dayIn(30)}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary" busyText="Saving…">
            Snooze
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
