import { useMutation } from '@tanstack/react-query';
import type { OwnData as Data } from '#application/contract/ownData.ts';
import { messageOf } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.ts';

/** A link to the API would carry no token, so the file is made of the answer. */
const keepAsFile = (data: Data): void => {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `reliquary-${data.exportedAt.slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
};

export const OwnData = () => {
  const download = useMutation({
    mutationFn: () => api.get<Data>('user/data'),
    onSuccess: keepAsFile,
    onError: (error) => toast.error(messageOf(error, 'Your data could not be gathered. Please try again.')),
  });
  return (
    <Panel title="Your data">
      <div className="form-grid">
        <p>
          Your profile, listings, purchases and sales, ratings, messages and notifications in one JSON file, to keep or
          to take elsewhere.
        </p>
        <div>
          <Button busy={download.isPending} busyText="Gathering…" onClick={() => download.mutate()}>
            Download my data
          </Button>
        </div>
      </div>
    </Panel>
  );
};
