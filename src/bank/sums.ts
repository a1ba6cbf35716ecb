/**
 * The sums of bank statements. Money out must never be read as money in, so a cell is read by this grammar or not at
 * all, and whoever reads the statement names the line.
 *
 *     cell     = { part }, exactly one of them a number and each other kind at most once, in any order
 *     part     = number | currency | minus | plus | side | "(" … ")" around the number | only
 *     number   = digits, with groups and decimals as below
 *     currency = PKR | Rs | Re | Rupee | Rupees | ₨ | روپے | روپیہ | روپیے, each also with a dot
 *     minus    = any hyphen, dash or minus sign, also after the number or as "(-)"
 *     plus     = "+", also as "(+)"
 *     side     = Cr | C | Credit (in), Dr | D | Db | Debit (out), each also with a dot, or in brackets
 *     only     = "/-" | "/=", as in "Rs. 500/-": no minus
 *
 * Minus, brackets and Dr say money out; plus and Cr say money in. A cell that says both is refused. Digits may be Urdu
 * or Arabic ones; spaces may be of any width; marks of the direction of writing and a spreadsheet's leading apostrophe
 * count for nothing.
 *
 *     by point = whole groups of "," | " " | "'", then "." and any number of decimals
 *     by comma = whole groups of "." | " " | "'", then "," and decimals
 *     groups   = three digits each, or, with ",", " " and "'", lakhs: two each before the last three
 *
 * `5.000` may be 5 or 5,000: the other sums of the file decide. A lone `5,000` is five thousand, as everywhere in
 * Pakistan, unless the file has decimal commas; then it is refused. More than two decimals are fine while they are zeros.
 */

/** Whether money came in or went out. */
export type Side = 'in' | 'out';

/**
 * An unsigned amount, read with either way of writing decimals: in paisa; NaN if it has fractions of a paisa or is
 * more than any club has; null if that way doesn't fit.
 */
export interface Sum {
  byPoint: number | null;
  byComma: number | null;
  /** What the cell's signs and words say; null if it has none. */
  side: Side | null;
}

/** How a file writes decimals, as far as its amounts show; if neither or both, each amount must speak for itself. */
export type Decimals = ReadonlySet<'point' | 'comma'>;

/** Like most cells, with nothing to replace. */
const PLAIN = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const MINUS = '[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]';
const WORD_END = '(?![\\p{L}\\p{M}])';
const IN_WORDS = 'credit|cr|c';
const OUT_WORDS = 'debit|dr|db|d';

/** Each part, by the name of its group; anything else is refused. */
const PART = new RegExp(
  [
    '(?<space> +)',
    "(?<number>\\d+(?:[.,' ]\\d+)*\\.?)",
    `(?<only>/ ?(?:${MINUS}|=))`,
    `(?<minus>${MINUS}|\\( ?${MINUS} ?\\))`,
    '(?<plus>\\+|\\( ?\\+ ?\\))',
    `(?<in>(?:${IN_WORDS})${WORD_END}\\.?|\\( ?(?:${IN_WORDS})\\.? ?\\))`,
    `(?<out>(?:${OUT_WORDS})${WORD_END}\\.?|\\( ?(?:${OUT_WORDS})\\.? ?\\))`,
    `(?<currency>(?:pkr|rupees?|rs|re|روپے|روپیہ|روپیے)${WORD_END}\\.?|₨\\.?)`,
    '(?<open>\\()',
    '(?<close>\\))',
  ].join('|'),
  'iuy',
);

/** ASCII digits for Urdu and Arabic ones, a plain space for any kind, and nothing for invisible marks. */
export function plainDigits(text: string): string {
  if (PLAIN.test(text)) return text.trimStart();
  return text
    .replace(INVISIBLE, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
    .replace(/[\u066c\u060c]/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True for a cell without an amount: empty, a dash, `nil` or `n/a`, with or without the currency. */
export function isBlankSum(cell: string): boolean {
  const text = plainDigits(cell).replace(/^(pkr|rs)\b\.?/i, '');
  return new RegExp(`^ *(?:${MINUS}*|nil|none|null|n\\.?/?a\\.?|\\*+|_+) *$`, 'iu').test(text);
}

/** Null for a cell that doesn't fit the grammar; `contradictory` for one that says both in and out. */
export function readSum(cell: string): Sum | 'contradictory' | null {
  const text = plainDigits(cell).replace(/[’‘]/g, "'").replace(/^'/, '');
  if (/^\d+\.\d\d?$/.test(text)) return { byPoint: paisaByPoint(text), byComma: null, side: null };
  const parts: [kind: string, part: string][] = [];
  for (let at = 0; at < text.length; ) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    if (!found) return null;
    const [part] = found;
    const [kind = ''] = Object.entries(found.groups ?? {}).find(([, group]) => group !== undefined) ?? [];
    at += part.length;
    if (kind === 'space') continue;
    if (parts.some(([known]) => known === kind)) return null;
    parts.push([kind, part]);
  }
  const placeOf = (kind: string) => parts.findIndex(([known]) => known === kind);
  const [open, number, close] = [placeOf('open'), placeOf('number'), placeOf('close')];
  const isBracketed = open >= 0 && open < number && number < close;
  if (number < 0 || ((open >= 0 || close >= 0) && !isBracketed)) return null;
  const isOut = isBracketed || placeOf('minus') >= 0 || placeOf('out') >= 0;
  const isIn = placeOf('plus') >= 0 || placeOf('in') >= 0;
  if (isOut && isIn) return 'contradictory';
  const digits = parts[number]?.[1] ?? '';
  const [byPoint, byComma] = [paisaByPoint(digits), paisaByComma(digits)];
  if (byPoint === null && byComma === null) return null;
  return { byPoint, byComma, side: isOut ? 'out' : isIn ? 'in' : null };
}

const BY_POINT =
  /^(\d+|[1-9]\d{0,2}(?:([, '])\d{3})(?:\2\d{3})*|[1-9]\d?(?:([, '])\d{2})(?:\3\d{2})*\3\d{3})(?:\.(\d*))?$/;
const BY_COMMA = /^(\d+|[1-9]\d{0,2}(?:([. '])\d{3})(?:\2\d{3})*)(?:,(\d+))?$/;

function paisaByPoint(digits: string): number | null {
  const [, whole, , , decimals] = BY_POINT.exec(digits) ?? [];
  return paisaOf(whole, decimals);
}

function paisaByComma(digits: string): number | null {
  const [, whole, , decimals] = BY_COMMA.exec(digits) ?? [];
  return paisaOf(whole, decimals);
}

function paisaOf(whole: string | undefined, decimals = ''): number | null {
  const rupees = whole?.replace(/\D/g, '');
  if (rupees === undefined) return null;
  if (rupees.length > 11 || /[^0]/.test(decimals.slice(2))) return Number.NaN;
  return Number(rupees) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}

/** What an amount shows about its file's decimals; null if it can be read both ways. */
export function decimalsOf({ byPoint, byComma }: Sum): 'point' | 'comma' | null {
  if (byComma === null) return 'point';
  return byPoint === null ? 'comma' : null;
}

/** Paisa without a sign; null if the file doesn't say which of two amounts it is, and for NaN. */
export function choosePaisa(sum: Sum, cell: string, decimals: Decimals): number | null {
  const paisa = choose(sum, plainDigits(cell).includes(','), decimals);
  return Number.isNaN(paisa) ? null : paisa;
}

function choose({ byPoint, byComma }: Sum, hasComma: boolean, decimals: Decimals): number | null {
  if (byPoint === null || byComma === null || byPoint === byComma) return byPoint ?? byComma;
  if (hasComma) return decimals.has('comma') ? null : byPoint;
  if (decimals.size !== 1) return null;
  return decimals.has('point') ? byPoint : byComma;
}

const IN_CELL =
  /^(?:\+|(?:c|cr|credit|credited|deposit|deposited|in|incoming|inward|received)\.?|(?:money|cash|funds?|payment|paid) (?:in|received))$/i;
const OUT_CELL =
  /^(?:d|dr|db|debit|debited|withdraw|withdrawal|withdrawn|out|outgoing|outward|sent)\.?$|^(?:money|cash|funds?|payment|paid) (?:out|sent)$/i;
const MINUS_CELL = new RegExp(`^${MINUS}$`, 'u');

/** Whole words with which a separate column says in or out: `CR`, `Debit`, `Money sent`; null for any other. */
export function readSide(cell: string): Side | null {
  const text = plainDigits(cell);
  if (IN_CELL.test(text)) return 'in';
  return OUT_CELL.test(text) || MINUS_CELL.test(text) ? 'out' : null;
}
