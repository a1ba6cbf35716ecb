/** A club that keeps the default calendar answers what it answered while hours and prices were constants. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { recordClub } from '../support/record-answers.ts';

/** The answers of that version. `RECORD=1` writes the file anew, after a change that is meant. */
const FILE = join(import.meta.dir, 'default-calendar-answers.json');
const JSON_ANSWERS =
  /(GET \/api\/(courts|slots|booking\/\d+$)|GET \/api\/admin\/(stats|insights|day|courts)|POST|PUT)/;
const PAGES = /GET (\/|\/booking|\/contact|\/cancel\?.*|\/service-policy|\/terms-conditions)$/;

type Recorded = Record<string, unknown>;

/** What hours and prices decide: the fields of JSON answers without the club's bank, and the sentences of pages and emails that name them. */
function reduce(name: string, answer: string): unknown {
  const [status = '', ...lines] = answer.split('\n');
  const body = lines.join('\n');
  if (/, email, /.test(name))
    return timesAndAmounts(answer.slice(0, answer.indexOf('<!doctype') + 1 || undefined));
  if (PAGES.test(name)) return timesAndAmounts(`${structuredHours(body)}\n${visibleText(body)}`);
  if (!JSON_ANSWERS.test(name)) return undefined;
  // Each club draws its own keys.
  const { instructions, manage_url, contact_key, ...fields } = JSON.parse(body) as Recorded;
  const isList = body.startsWith('[');
  return { status: Number.parseInt(status, 10), body: isList ? JSON.parse(body) : fields };
}

const timesAndAmounts = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\d [AP]M|PKR|opens|save/.test(line));

const structuredHours = (html: string) =>
  /"openingHoursSpecification":\[.*?\]|"priceRange":"[^"]*"/.exec(html)?.[0] ?? '';

/** One line for each block of the page. */
const visibleText = (html: string) =>
  html
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<\/(p|li|h\d|td|th|dd|dt|section|tr|button)>/g, '\n')
    .replace(/<[^>]*>/g, '');

test('the default calendar answers as the constants did, at 2 PM, 2:30 AM and 4:30 AM', async () => {
  const recording = await recordClub();
  const reduced: Recorded = {};
  for (const [name, answer] of Object.entries(recording)) {
    const value = reduce(name, answer);
    if (value !== undefined) reduced[name] = value;
  }
  if (process.env.RECORD) await Bun.write(FILE, `${JSON.stringify(reduced)}\n`);
  const expected = (await Bun.file(FILE).json()) as Recorded;
  expect(Object.keys(expected).length).toBeGreaterThan(150);
  for (const [name, value] of Object.entries(expected)) {
    const actual = reduced[name];
    // Later versions may add fields and sentences.
    if (Array.isArray(value)) expect([name, actual]).toEqual([name, expect.arrayContaining(value)]);
    else expect({ name, actual }).toMatchObject({ name, actual: value as object });
  }
}, 180_000);
