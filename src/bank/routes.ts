import { Elysia } from 'elysia';
import type { BankLine } from '../domain/api/bank-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import {
  askedTransferSchema,
  BANK_LINE_STATES,
  type BankColumns,
  type BankLineState,
  bankColumnsSchema,
  bankMatchSchema,
  ignoreLineSchema,
} from '../domain/bank.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { parsePageQuery } from '../http/pagination.ts';
import { parseId } from '../http/parse-id.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { LineProposals } from './match.ts';
import type { MissingTransfers } from './missing.ts';
import type { Statements } from './statements.ts';
import type { BankLineRow, BankMatchRow, BankStore } from './store.ts';

/** On a busy machine, thousands of lines may take longer than the server keeps a connection waiting. */
const LONG_WORK_SECONDS = 240;

/** A line with its possible matches; null for one that is used or ignored. */
interface ListedLine {
  line: BankLineRow;
  found: LineProposals | null;
}

type LinesAnswer = ApiAnswer<'GET /api/admin/bank-lines'>;

export function bankRoutes(
  { guard, club, now }: Base,
  store: BankStore,
  statements: Statements,
  missing: MissingTransfers,
) {
  const toLines = (waiting: readonly ListedLine[]): BankLine[] => {
    const matches = Map.groupBy(
      store.listMatchesOf(waiting.map(({ line }) => line.id)),
      ({ line_id }) => line_id,
    );
    return waiting.map(({ line, found }) => toLine(line, found, matches.get(line.id) ?? []));
  };
  const toLine = (
    line: BankLineRow,
    found: LineProposals | null,
    matches: readonly BankMatchRow[],
  ): BankLine => ({
    id: line.id,
    date: line.date,
    time: line.minute === null ? null : timeOf(line.minute),
    amount: line.paisa / 100,
    text: line.text,
    state: stateOf(line, found),
    ignored: line.ignored,
    doubt: line.doubt,
    matches: matches.map(({ line_id, pays, ...match }) => ({ ...match, pays: pays === 1 })),
    proposals: found?.proposals ?? [],
  });
  const answer = (id: number) => {
    const line = store.find(id);
    if (!line) throw new Failure('not_found', 'There is no line with this number.');
    const [answered] = toLines([statements.proposeOne(id) ?? { line, found: null }]);
    return { data: { line: answered as BankLine } };
  };

  return new Elysia({ name: 'bank' })
    .use(guard)
    .post(
      '/api/admin/statements',
      async ({ request, server, session, set }): Promise<ApiAnswer<'POST /api/admin/statements'>> => {
        server?.timeout(request, LONG_WORK_SECONDS);
        const { bytes, columns } = await readUpload(request);
        const read = await statements.import(bytes, columns, actorOf(session));
        const { sure, doubtful, unmatched } = countStates(await statements.propose());
        set.status = 201;
        const { id, lines, early, broken, taken_back } = read;
        return {
          data: {
            id,
            lines,
            new: read.new,
            matched: sure,
            doubtful,
            unmatched,
            early,
            broken,
            taken_back,
          },
        };
      },
      // The body is read only after checking that an admin sends it.
      { access: 'staff', parse: skipBodyParsing },
    )
    .get(
      '/api/admin/statements/progress',
      (): ApiAnswer<'GET /api/admin/statements/progress'> => ({ data: statements.progress() }),
      { access: 'staff' },
    )
    .get(
      '/api/admin/bank-lines',
      async ({ query }): Promise<LinesAnswer> => {
        const { limit, before } = parsePageQuery(query);
        const state = query.state as BankLineState | undefined;
        if (state !== undefined && !BANK_LINE_STATES.includes(state)) {
          throw invalidField('state', `Please choose ${BANK_LINE_STATES.join(', ')}.`);
        }
        if (state === 'matched' || state === 'ignored') {
          const lines = store.listDone(state, before ?? Number.MAX_SAFE_INTEGER, limit);
          const next_cursor = lines.length === limit ? String(lines.at(-1)?.id) : null;
          return {
            data: { lines: toLines(lines.map((line) => ({ line, found: null }))), next_cursor, counts: null },
          };
        }
        // Counted in the same turn as the lines are read, because others are used while these are matched.
        const open = store.countOpen();
        const proposed = await statements.propose();
        const takenBack = store.listTakenBack().map((line) => ({ line, found: null }));
        const all = [...proposed, ...takenBack];
        const waiting = all
          .filter(({ line, found }) => state === undefined || stateOf(line, found) === state)
          .filter(({ line }) => before === null || line.id < before)
          .sort((a, b) => b.line.id - a.line.id);
        const page = waiting.slice(0, limit);
        const next_cursor = waiting.length > limit ? String(page.at(-1)?.line.id) : null;
        return {
          data: {
            lines: toLines(page),
            next_cursor,
            counts: { ...countStates(all), older: open - proposed.length },
          },
        };
      },
      { access: 'staff' },
    )
    .post(
      '/api/admin/bank-lines/match-sure',
      async ({
        request,
        server,
        session,
        set,
      }): Promise<ApiAnswer<'POST /api/admin/bank-lines/match-sure'>> => {
        server?.timeout(request, LONG_WORK_SECONDS);
        set.status = 201;
        return { data: { matched: await statements.matchSure(actorOf(session)) } };
      },
      { access: 'staff', parse: 'none' },
    )
    .post(
      '/api/admin/bank-lines/:id/match',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/bank-lines/:id/match'>> => {
        const id = parseId(params.id);
        const input = parseInput(bankMatchSchema, body);
        await club.write((tx) => statements.match(tx, id, input, actorOf(session)));
        set.status = 201;
        return answer(id);
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/bank-lines/:id/match',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/bank-lines/:id/match'>> => {
        const id = parseId(params.id);
        await club.write((tx) => statements.free(tx, id, actorOf(session)));
        return answer(id);
      },
      { access: 'staff' },
    )
    .post(
      '/api/admin/bank-lines/:id/ignore',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/bank-lines/:id/ignore'>> => {
        const id = parseId(params.id);
        const { reason } = parseInput(ignoreLineSchema, body);
        await club.write((tx) => statements.ignore(tx, id, reason, actorOf(session)));
        set.status = 201;
        return answer(id);
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/bank-lines/:id/doubt',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/bank-lines/:id/doubt'>> => {
        const id = parseId(params.id);
        await club.write((tx) => statements.keep(tx, id, actorOf(session)));
        return answer(id);
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/missing-transfers',
      (): ApiAnswer<'GET /api/admin/missing-transfers'> => ({
        data: { transfers: missing.list(now()) },
      }),
      { access: 'staff' },
    )
    .post(
      '/api/admin/missing-transfers/ask',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/missing-transfers/ask'>> => {
        const wanted = parseInput(askedTransferSchema, body);
        await club.write((tx) => missing.ask(tx, wanted, actorOf(session)));
        set.status = 201;
        return { data: { transfers: missing.list(now()) } };
      },
      { access: 'staff', parse: parseJsonBody },
    );
}

function countStates(waiting: readonly ListedLine[]): { sure: number; doubtful: number; unmatched: number } {
  const counts = { sure: 0, doubtful: 0, unmatched: 0 };
  for (const { line, found } of waiting) {
    const state = stateOf(line, found);
    if (state === 'sure' || state === 'doubtful' || state === 'unmatched') counts[state] += 1;
  }
  return counts;
}

function stateOf(line: BankLineRow, found: LineProposals | null): BankLineState {
  if (line.ignored !== null) return 'ignored';
  if (found === null) return line.doubt === null ? 'matched' : 'doubtful';
  if (found.isSure) return 'sure';
  return found.proposals.length > 0 ? 'doubtful' : 'unmatched';
}

/** `14:05` */
function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

async function readUpload(request: Request): Promise<{ bytes: Uint8Array; columns: BankColumns | null }> {
  const form = await request.formData().catch(() => {
    throw new Failure('wrong_type', 'Please send the statement as a form with a file.');
  });
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0)
    throw invalidField('file', 'Please choose your bank’s file.');
  const columns = form.get('columns');
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    columns: typeof columns === 'string' ? parseInput(bankColumnsSchema, parseColumns(columns)) : null,
  };
}

function parseColumns(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('columns', 'Please say which column is which.');
  }
}
