import { useMutation } from '@tanstack/react-query';
import type { OwnData as Data } from '#application/contract/ownData.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { fetched } from '../../../api/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { keepAsFile } from '../../../ui/keepAsFile.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { toast } from '../../../ui/toast.ts';

export const OwnData = () => {
  const download = useMutation({
    mutationFn: () => fetched<Data>('user/data'),
    onSuccess: (data) => keepAsFile(data, `reliquary-${data.exportedAt.slice(0, 10)}.json`),
    onError: (error) => toast.error(messageOf(error, 'Your data could not be collected. Please try again.')),
  });
  return (
    <Panel title="Your data">
      <div className="form-grid">
        <p>
          Your profile, listings, purchases and sales, ratings, messages and notifications, who opened your personal
          data and why, and your sign-ins and refused sign-ins: one JSON file to keep or to take elsewhere.
        </p>
        <div>
          <Button busy={download.isPending} busyText="Preparing…" onClick={() => download.mutate()}>
            Download my data
          </Button>
        </div>
      </div>
    </Panel>
  );
};
