import { TEST_IBAN } from './test-bank-account.ts';
import type { TestClub } from './test-club.ts';

/** Where `csvOf` puts what the club reads. */
export const COLUMNS = {
  header: 0,
  date: 0,
  date_order: 'ymd',
  time: null,
  credit: 1,
  debit: null,
  direction: null,
  text: [2],
  iban: TEST_IBAN,
};

/** A statement with these rows of date, credit and text. */
export function csvOf(rows: readonly (string | number)[][]): string {
  return `Date,Credit,Details\n${rows.map((row) => row.join(',')).join('\n')}\n`;
}

/** An upload form; without columns, the server has to know the bank. */
export function statementForm(file: string | Uint8Array, columns: object | null): FormData {
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'statement.csv'));
  if (columns) form.set('columns', JSON.stringify(columns));
  return form;
}

/** Sends a statement to a club in this process. */
export async function dropStatement(
  club: TestClub,
  headers: { cookie: string },
  file: string | Uint8Array,
  columns: object | null,
) {
  const body = statementForm(file, columns);
  const request = new Request('http://localhost/api/admin/statements', { method: 'POST', body, headers });
  const response = await club.app.handle(request);
  return { status: response.status, json: await response.json() };
}
