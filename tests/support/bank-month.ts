/** A month of a club's transfers whose correct matches are known. */
import type { Candidate, MatchLine } from '../../src/bank/match.ts';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';

const FIRST =
  'Ahmed,Ali,Ayesha,Bilal,Danish,Fahad,Faisal,Farhan,Fatima,Hamza,Hassan,Hina,Imran,Iqra,Junaid,Kamran,Khadija,Maham,Mahnoor,Muhammad,Nabeel,Nadia,Omar,Qasim,Rabia,Saad,Saeed,Sana,Shahid,Tahir,Talha,Umar,Usman,Waqas,Yousaf,Zain,Zainab,Zeeshan'.split(
    ',',
  );
const LAST =
  'Ahmed,Akhtar,Ali,Anwar,Arshad,Aslam,Baig,Butt,Chaudhry,Farooq,Ghani,Hussain,Iqbal,Javed,Khan,Khan,Malik,Malik,Mehmood,Mirza,Nawaz,Qureshi,Rafique,Raza,Saleem,Shah,Sheikh,Siddiqui,Tariq,Yousaf,Zafar'.split(
    ',',
  );
const SPELLINGS: [RegExp, string][] = [
  [/Muhammad/, 'Mohd'],
  [/Ayesha/, 'Aisha'],
  [/Hussain/, 'Husein'],
  [/Yousaf/, 'Yusuf'],
  [/Sheikh/, 'Shaikh'],
  [/Siddiqui/, 'Sidiqi'],
  [/Qureshi/, 'Kureshi'],
  [/Umar/, 'Omer'],
  [/Zainab/, 'Zenab'],
  [/Ahmed/, 'Ahmad'],
];
const AMOUNTS = [4000, 4000, 5000, 5000, 5000, 6000, 7500, 7500, 8000, 10_000, 10_000, 12_000];

/** A seeded random sequence; the same seed gives the same month. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Month {
  lines: MatchLine[];
  candidates: Candidate[];
  /** The bookings that a line pays for. */
  truth: Map<number, number[]>;
  forged: Candidate[];
}

/** `count` bookings of two courts in November, with what the bank shows for them. */
export function createMonth(seed: number, count = 900): Month {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const chance = (percent: number) => random(1000) < percent * 10;
  const month: Month = { lines: [], candidates: [], truth: new Map(), forged: [] };
  const fullName = () => {
    const middle = chance(25) ? `${pick(['Muhammad', 'Syed', ...FIRST])} ` : '';
    return `${pick(FIRST)} ${middle}${pick(LAST)}`;
  };
  const addLine = (instant: number, amount: number, text: string, bookings: number[]) => {
    const local = new Date(instant + 5 * 3_600_000).toISOString();
    const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
    const id = month.lines.length + 1;
    month.lines.push({ id, date: local.slice(0, 10), minute, paisa: amount * 100, text, read_at: Infinity });
    month.truth.set(id, bookings);
  };
  const customers = Array.from({ length: 400 }, fullName);
  for (let index = 0; index < count; index++) {
    const booking_id = 4000 + index;
    const customer = random(customers.length);
    const name = customers[customer] as string;
    const amount = pick(AMOUNTS);
    const booked_at = clubInstant(addDays('2026-11-01', Math.floor(index / 30)), 15 * 60 + random(8 * 60));
    const paid_at = booked_at + (3 + random(chance(15) ? 600 : 40)) * 60_000;
    const hasReceipt = !chance(10);
    const receipt_at = hasReceipt ? paid_at + (1 + random(chance(10) ? 300 : 25)) * 60_000 : null;
    const isEntered = hasReceipt && chance(60);
    const candidate: Candidate = {
      booking_id,
      payer_id: booking_id,
      entry_id: isEntered ? 90_000 + index : null,
      name,
      customer: String(customer),
      amount,
      booked_at,
      receipt_at,
      entered_at: isEntered ? receipt_at : null,
    };
    month.candidates.push(candidate);
    if (hasReceipt && chance(2)) {
      month.forged.push(candidate);
      continue;
    }
    addLine(paid_at, sumOf(amount), textOf(name, booking_id), [booking_id]);
    if (chance(1)) addLine(paid_at + 120_000, amount, textOf(name, booking_id), [booking_id]);
  }
  return month;

  /** What is paid for a price: now and then a rupee is forgotten or a tip added. */
  function sumOf(amount: number): number {
    if (chance(1)) return amount - 1;
    return chance(1) ? amount + 500 : amount;
  }

  function textOf(name: string, id: number): string {
    const sender = chance(5) ? fullName() : senderOf(name);
    const typed = chance(4) ? 4000 + random(count) : id;
    const reference = chance(45)
      ? pick([`booking ${typed}`, `Booking#${typed}`, `BK ${typed}`, `${typed}`])
      : '';
    const stan = `STAN ${String(random(1_000_000)).padStart(6, '0')}`;
    const bank = pick(['IBFT FROM', 'RAAST TRANSFER FROM', 'FUNDS TRANSFER', 'MOBILE BANKING IBFT']);
    return `${bank} ${sender} ${pick(['HBL', 'MEZAN', 'UBL', 'JAZZCASH'])} ${reference} ${stan}`;
  }

  /** A sender's name as banks print it. */
  function senderOf(name: string): string {
    const words = name.split(' ');
    if (chance(4)) return '';
    if (chance(8)) return [words[0]?.[0], ...words.slice(1)].join(' ').toUpperCase();
    if (chance(8)) return words.toReversed().join(' ').toUpperCase();
    const spelled = chance(25) ? SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), name) : name;
    return chance(70) ? spelled.toUpperCase() : spelled;
  }
}
