import { Dialog } from '../ui/Dialog.tsx';
import { Checkbox } from '../ui/Input.tsx';
import { type Key, turnKeys, useKeysAreOn } from './useKeys.ts';

type KeysHelpProps = { keys: readonly Key[]; open: boolean; onOpenChange: (open: boolean) => void };

/** The list of keys of a screen, and their switch. */
export const KeysHelp = ({ keys, open, onOpenChange }: KeysHelpProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
    <table className="keys">
      <caption className="sr-only">Keys of this screen</caption>
      <tbody>
        {keys.map(({ key, name }) => (
          <tr key={key}>
            <th scope="row">
              <kbd>{key}</kbd>
            </th>
            <td>{name}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            <kbd>⌘ ↵</kbd> or <kbd>Ctrl ↵</kbd>
          </th>
          <td>Send the form, or confirm the open dialog</td>
        </tr>
      </tbody>
    </table>
    <Checkbox
      label="Use single keys on this device"
      checked={useKeysAreOn()}
      onChange={({ target }) => turnKeys(target.checked)}
    />
  </Dialog>
);
