import { Button } from './Button.tsx';
import { toast } from './toast.ts';

/** Puts a text into the clipboard; a browser that does not allow it says so, and the text stands beside the button. */
export const CopyButton = ({ text }: { text: string }) => {
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
      Copy
    </Button>
  );
};
