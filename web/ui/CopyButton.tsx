import { Button } from './Button.tsx';
import { toast } from './toast.ts';

/**
 * Copies a text to the clipboard; if the browser refuses, says so. `of` names the text where several can be copied.
 */
export const CopyButton = ({ text, of }: { text: string; of?: string }) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Copied');
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      toast.error('Your browser does not allow copying. Please select the text.');
    }
  };
  return (
    <Button size="sm" look="quiet" onClick={copy}>
      Copy{of && <span className="sr-only"> {of}</span>}
    </Button>
  );
};
