import { chargeLines, statementTitle } from '../../domain/booking-statement.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { CANCELLED, HELD } from '../sample-data.ts';

/** The receipt or invoice with all its lines, when the reception sends it: a company needs it for its books. */
export const bookingInvoice = bookingEmail({
  kind: 'booking.invoice',
  label: 'Invoice or receipt',
  on: { 'booking.invoice_requested': () => ({ key: Bun.randomUUIDv7() }) },
  duringCheckout: true,
  required: true,
  content: ({ booking, club, sources }) => {
    const { id, name, charge, received, balance } = booking;
    const company = sources.findCompany(id);
    const title = statementTitle({ id, balance, isForCompany: company !== null && club.tax_number !== '' });
    const [kind = ''] = title.split(' ');
    return {
      subject: `${title}: ${club.name}`,
      preview: `${formatPkr(charge)}, booking ${id}`,
      badge: balance > 0 ? { text: 'To pay', tone: 'warning' } : { text: 'Settled', tone: 'success' },
      heading: title,
      sections: [
        greetingSection(name, `This is your ${kind.toLowerCase()}. To print it, open your booking.`),
        {
          kind: 'details',
          rows: [
            ['From', `${club.name}\n${club.address}`],
            ...taxRow(club.tax_number),
            ['To', company ? `${company.company}\n${name}` : name],
            ...(company ? taxRow(company.tax_number) : []),
          ],
        },
        bookingDetails(booking),
        {
          kind: 'amounts',
          rows: [
            ...chargeLines(booking).map(({ label, amount }): [string, string] => [label, formatPkr(amount)]),
            ['Received', formatPkr(received)],
          ],
          total:
            balance > 0
              ? ['Still to pay', formatPkr(balance)]
              : balance < 0
                ? ['We refund', formatPkr(-balance)]
                : ['Total, paid', formatPkr(charge)],
        },
        bookingButton(booking),
        questionsNote(club),
      ],
    };
  },
  samples: {
    paid: { booking: { status: 'paid', received: 12_500, balance: 0 } },
    owed: { booking: HELD },
    cancelled: { booking: { ...CANCELLED, charge: 6250, received: 6250, balance: 0 } },
  },
});

function taxRow(number: string): [string, string][] {
  return number ? [['Tax number (NTN)', number]] : [];
}
