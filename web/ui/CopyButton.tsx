import { Button } from './Button.tsx';
import { toast } from './toast.ts';

/** `of`: what it copies, where several stand on a page. Puts a text into the clipboard; a browser that does not allow it says so, and the text stands beside the button. */
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
