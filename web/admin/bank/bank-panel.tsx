import { useState } from 'react';
import type { BankLine } from '../../../src/domain/api/bank-routes.ts';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { type BankColumns, formatPaisa, type ProposedColumns } from '../../../src/domain/bank.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { ApiError, callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { ActionButton } from '../action-button.tsx';
import { FilterButtons } from '../filter-buttons.tsx';
import { QueryError } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { MatchByHand } from './match-by-hand.tsx';
import { NotInBankMark, useMissingTransfers } from './not-in-bank.tsx';
import { ReadingProgress } from './reading-progress.tsx';

type Imported = ApiAnswer<'POST /api/admin/statements'>['data'];
interface Question {
  file: File;
  columns: ProposedColumns;
  rows: string[][];
}

/** The server's limit for a body. */
const MAX_BYTES = 8 * 1024 * 1024;
const SHOWN_NOTES = 10;
const NO_LINES = { sure: 0, doubtful: 0, unmatched: 0, older: 0 };

/** The bank statement: uploading it, and what each of its lines pays. */
export default function BankPanel() {
  const { data, error } = useAdminQuery('GET /api/admin/bank-lines', { query: { state: 'doubtful' } });
  const { sure, doubtful, unmatched, older } = data?.counts ?? NO_LINES;
  return (
    <section className="money" aria-label="Bank">
      <StatementDrop />
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading the bank's lines …</p>}
      {sure + older > 0 && <SureLines count={sure} older={older} />}
      {doubtful > 0 && <LineList title="Please check" state="doubtful" count={doubtful} />}
      {unmatched > 0 && <LineList title="Without a booking" state="unmatched" count={unmatched} />}
      {data && sure + doubtful + unmatched + older === 0 && (
        <p className="alert success">No bank lines to review.</p>
      )}
      <MissingTransfers />
      <DoneLines />
    </section>
  );
}

/** Takes the bank's CSV; asks about the columns if nobody has confirmed this bank's. */
function StatementDrop() {
  const [imported, setImported] = useState<Imported | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { busy, error, run } = useAction('The statement could not be read. Please try again.');
  const [isTooLarge, setTooLarge] = useState(false);
  const send = (file: File, columns?: BankColumns) =>
    run(async () => {
      setImported(null);
      setTooLarge(file.size > MAX_BYTES);
      if (file.size > MAX_BYTES) return;
      const body = new FormData();
      body.set('file', file);
      if (columns) body.set('columns', JSON.stringify(columns));
      try {
        const { data } = await callApi('POST /api/admin/statements', { body });
        setImported(data);
        setQuestion(null);
        await invalidateQueries('GET /api/admin/*');
      } catch (cause) {
        const failure = cause instanceof ApiError ? cause.failure : null;
        if (!failure?.columns || !failure.rows) throw cause;
        setQuestion({ file, columns: failure.columns, rows: failure.rows });
      }
    });
  return (
    <section
      className="card bank-drop"
      aria-label="Bank statement"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer?.files ?? [];
        if (file) void send(file);
      }}
    >
      <div className="cluster">
        <FileButton
          label="Choose the bank’s CSV"
          accept=".csv,.txt,text/csv"
          disabled={busy}
          onFile={(file) => void send(file)}
        >
          Choose the bank’s CSV
        </FileButton>
        <span className="muted small">Or drop it here. Outgoing payments are not stored.</span>
      </div>
      {busy && !question && <ReadingProgress />}
      <ErrorAlert
        text={isTooLarge ? 'This file is larger than 8 MB. Please choose a shorter period.' : error}
      />
      {imported && <ImportedNote imported={imported} />}
      {question && (
        <ColumnsDialog
          question={question}
          busy={busy}
          error={error}
          onConfirm={(columns) => void send(question.file, columns)}
          onClose={() => setQuestion(null)}
        />
      )}
    </section>
  );
}

function ImportedNote({ imported }: { imported: Imported }) {
  const { lines, new: added, early, broken, taken_back } = imported;
  return (
    <div role="status">
      <p>
        {lines.toLocaleString('en-US')} {lines === 1 ? 'line' : 'lines'} of money that came in,{' '}
        {added.toLocaleString('en-US')} new.
      </p>
      {early > 0 && (
        <p className="small">
          {early.toLocaleString('en-US')} more {early === 1 ? 'is' : 'are'} from before the club’s first
          booking and {early === 1 ? 'was' : 'were'} left out.
        </p>
      )}
      <LineNotes notes={taken_back} />
      {broken.length > 0 && (
        <p className="small">
          <strong>Not read:</strong>
        </p>
      )}
      <LineNotes notes={broken} />
    </div>
  );
}

/** The server's remarks on lines of the file. */
function LineNotes({ notes }: { notes: Imported['broken'] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="small">
      {notes.slice(0, SHOWN_NOTES).map(({ row, reason }) => (
        <li key={row}>
          Line {row}: {reason}
        </li>
      ))}
      {notes.length > SHOWN_NOTES && (
        <li>… and {(notes.length - SHOWN_NOTES).toLocaleString('en-US')} more lines.</li>
      )}
    </ul>
  );
}

function SureLines({ count, older }: { count: number; older: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="card">
      <div className="admin-day-head">
        <h2>Certain matches</h2>
        <ActionButton
          className=""
          failure="The lines could not be confirmed. Please try again."
          act={() => callApi('POST /api/admin/bank-lines/match-sure')}
          onDone={({ data: { matched } }) =>
            showToast(
              'success',
              matched === 1 ? '1 line confirmed' : `${matched.toLocaleString('en-US')} lines confirmed`,
            )
          }
        >
          Confirm{' '}
          {older > 0 ? 'all certain ones' : count === 1 ? 'it' : `all ${count.toLocaleString('en-US')}`}
        </ActionButton>
      </div>
      {older > 0 && (
        <p className="muted small">
          This page has the newest lines. {older.toLocaleString('en-US')} older ones follow when these are
          done; the sure ones among them are confirmed now.
        </p>
      )}
      {count > 0 && (
        <details onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
          <summary>Show {count === 1 ? 'it' : 'them'}</summary>
          {isOpen && <Lines label="Sure" state="sure" />}
        </details>
      )}
    </div>
  );
}

type LineState = BankLine['state'];

function LineList({ title, state, count }: { title: string; state: LineState; count: number }) {
  return (
    <div className="card">
      <div className="admin-day-head">
        <h2>{title}</h2>
        <span className="muted">{count.toLocaleString('en-US')}</span>
      </div>
      <Lines label={title} state={state} />
    </div>
  );
}

/** The lines in one state, newest first, a page at a time. */
function Lines({ label, state }: { label: string; state: LineState }) {
  const [cursors, setCursors] = useState<string[]>([]);
  return (
    <ul className="lines" aria-label={label}>
      {[null, ...cursors].map((cursor, index) => (
        <LinePage
          key={cursor}
          state={state}
          cursor={cursor}
          next={cursors[index] ?? null}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </ul>
  );
}

function LinePage({
  state,
  cursor,
  next,
  onMore,
}: {
  state: LineState;
  cursor: string | null;
  /** Where the page opened below begins; lines move up into it as others are used. */
  next: string | null;
  onMore: (cursor: string) => void;
}) {
  const query = { state, ...(cursor === null ? {} : { cursor }) };
  const { data, error } = useAdminQuery('GET /api/admin/bank-lines', { query });
  const more = next === null ? data?.next_cursor : null;
  return (
    <>
      {error && (
        <li>
          <QueryError error={error} />
        </li>
      )}
      {data?.lines
        .filter(({ id }) => id >= Number(next))
        .map((line) => (
          <li key={line.id}>
            <Line line={line} />
          </li>
        ))}
      {more && (
        <li>
          <button type="button" className="ghost wide" onClick={() => onMore(more)}>
            Show more
          </button>
        </li>
      )}
    </>
  );
}

const LINE_FAILURE = 'The line could not be used. Please try again.';

/** A line with its possible matches and actions. */
function Line({ line }: { line: BankLine }) {
  const params = { id: line.id };
  // The likeliest comes first; the others are one press away, so that each line asks one question.
  const [best, ...others] = line.proposals;
  const isTakenBack = line.doubt !== null && line.matches.length > 0;
  const isDone = line.state === 'matched' || line.state === 'ignored' || isTakenBack;
  return (
    <div className="bank-line">
      <p>
        <strong className="money-amount">{formatPaisa(Math.round(line.amount * 100))}</strong>{' '}
        <span className="muted">
          {shortDate(line.date)}
          {line.time && `, ${line.time}`}
        </span>
      </p>
      <p className="small">{line.text}</p>
      {line.ignored && <p className="small muted">{line.ignored}</p>}
      {line.doubt && !line.ignored && (
        <div className="bank-proposal">
          <strong className="small">{line.doubt}</strong>
          <ActionButton
            className="ghost"
            failure={LINE_FAILURE}
            act={() => callApi('DELETE /api/admin/bank-lines/:id/doubt', { params })}
          >
            It stayed
          </ActionButton>
        </div>
      )}
      {line.matches.map(({ entry_id, name, amount, pays, ...of }) => (
        <p key={entry_id} className="small">
          <OwedLink of={of} name={name} />
          {`: ${formatPkr(amount)} ${pays ? 'paid' : 'confirmed'}`}
        </p>
      ))}
      {best && <ProposedMatch line={line} proposal={best} />}
      {isDone ? (
        <ActionButton
          failure={LINE_FAILURE}
          act={() => callApi('DELETE /api/admin/bank-lines/:id/match', { params })}
        >
          Undo
        </ActionButton>
      ) : (
        <details>
          <summary className="small">
            Another booking{others.length > 0 ? ` (${others.length} more fit)` : ', or none'}
          </summary>
          {others.map((proposal) => (
            <ProposedMatch
              key={`${proposal.reason} ${proposal.parts[0]?.payer_id}`}
              line={line}
              proposal={proposal}
            />
          ))}
          <MatchByHand line={line} failure={LINE_FAILURE} />
        </details>
      )}
    </div>
  );
}

function ProposedMatch({
  line: { id },
  proposal: { parts, name, entry_id, reason },
}: {
  line: BankLine;
  proposal: BankLine['proposals'][number];
}) {
  return (
    <div className="bank-proposal">
      <span className="small">
        {parts.map((part) => (
          <OwedLink key={part.payer_id} of={part} name={name} />
        ))}
        <br />
        {reason}
      </span>
      <ActionButton
        className="ghost"
        failure={LINE_FAILURE}
        act={() =>
          callApi('POST /api/admin/bank-lines/:id/match', {
            params: { id },
            body: entry_id === null ? { parts } : { entry_id },
          })
        }
      >
        {entry_id === null ? 'Mark as paid' : 'Confirm'}{' '}
        <span className="visually-hidden">
          {parts[0]?.booking_id ? `booking ${parts[0].booking_id}` : name}
        </span>
      </ActionButton>
    </div>
  );
}

/** Receipts and recorded transfers that the statements should show by now. */
function MissingTransfers() {
  const transfers = useMissingTransfers();
  if (transfers.length === 0) return null;
  return (
    <div className="card">
      <div className="admin-day-head">
        <h2>Not in the bank yet</h2>
        <span className="muted">{transfers.length}</span>
      </div>
      <ul className="lines" aria-label="Not in the bank yet">
        {transfers.map((transfer) => {
          const { booking_id, payer_id, entry_id, name, reused } = transfer;
          return (
            <li key={`${booking_id} ${payer_id} ${entry_id}`} className="bank-missing">
              <OwedLink of={transfer} name={name} />
              <span className="muted small">
                {entry_id === null ? 'Receipt waiting' : 'Recorded as paid'}
                {reused && ', with a picture also sent for another booking'}
              </span>
              <NotInBankMark transfer={transfer} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const DONE = [
  { id: 'matched', label: 'Used' },
  { id: 'ignored', label: 'Ignored' },
] as const;

/** Lines used or ignored, newest first; loaded when opened. */
function DoneLines() {
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState<(typeof DONE)[number]['id']>('matched');
  return (
    <details className="card" onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>Done</summary>
      <FilterButtons legend="Lines that are done" choices={DONE} chosen={state} onChoose={setState} />
      {isOpen && <Lines key={state} label="Done" state={state} />}
    </details>
  );
}

/** What a line pays for: a booking, a place or a purchase. */
function OwedLink({
  of: { booking_id, payer_id },
  name,
}: {
  of: { booking_id: number | null; payer_id?: number };
  name: string;
}) {
  const { href } = useUrlParams();
  if (booking_id === null) return <a href={href({ item: String(payer_id) })}>{name}</a>;
  return (
    <a href={href({ booking: String(booking_id) })}>
      {name} <span className="muted">#{booking_id}</span>
    </a>
  );
}
