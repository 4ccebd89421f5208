import { useState } from 'react';
import type { AuditEvent } from '#application/contract/audit.ts';
import type { PartiesOfListing } from '#domain/audit/dataSubjects.ts';
import { fieldsInWords, PURPOSE_WORDS } from '#domain/notifications/accessLogText.ts';
import { Button } from '../ui/Button.tsx';
import { Evidence } from '../ui/Evidence.tsx';
import { Facts } from '../ui/Facts.tsx';
import { namesOf, whoIsTold } from './concernedText.ts';
import { OpenedCheck } from './OpenedCheck.tsx';
import { OpeningDialog } from './OpeningDialog.tsx';
import { openedWords } from './openedText.ts';
import { type Opened, useOpened } from './openings.ts';

/** These fields hold file keys; the pictures are shown instead. */
const PICTURES = ['evidence', 'image'];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const Value = ({ value }: { value: unknown }) =>
  openedWords(value).map((line) => (
    <p key={line} className="said-text">
      {line}
    </p>
  ));

const OpenedFields = ({ event, opened }: { event: AuditEvent; opened: Opened }) => {
  const { fields, photos, told, purpose, reason } = opened;
  return (
    <>
      <Facts
        facts={Object.entries(fields).map(([field, value]) => ({
          label: capital(fieldsInWords([field])),
          value:
            PICTURES.includes(field) && photos.length > 0 ? (
              <Evidence pieces={photos} label={`Photos of ${event.type}`} />
            ) : (
              <Value value={PICTURES.includes(field) ? null : value} />
            ),
        }))}
      />
      <OpenedCheck event={event} opened={opened} />
      <p className="muted">
        {`Opened by you, to ${PURPOSE_WORDS[purpose]}${reason === undefined ? '' : `: “${reason}”`}. `}
        {namesOf(told)} can see this in their settings.
      </p>
    </>
  );
};

export type OpeningProps = { event: AuditEvent; between: PartiesOfListing | undefined };

/** Masked fields of an event, and those that the reader opened. */
export const Opening = ({ event, between }: OpeningProps) => {
  const openings = useOpened(event);
  const [asking, setAsking] = useState(false);
  const open = openings.flatMap(({ fields }) => Object.keys(fields));
  const closed = event.openable.filter((field) => !open.includes(field));
  return (
    <div className="opening">
      {openings.map((opened) => (
        <OpenedFields key={opened.at} event={event} opened={opened} />
      ))}
      {closed.length > 0 && (
        <p className="row">
          <span>
            [personal] <span className="muted">{fieldsInWords(closed)}</span>
          </span>
          <Button
            size="sm"
            aria-label={`Open ${fieldsInWords(closed)} of ${event.type}`}
            onClick={() => setAsking(true)}
          >
            Open…
          </Button>
        </p>
      )}
      <OpeningDialog
        event={event}
        closed={closed}
        told={whoIsTold(event, between)}
        open={asking}
        onOpenChange={setAsking}
      />
    </div>
  );
};
