import { sampleSentences } from '../../../src/domain/chat-sentences.ts';
import { greetingLine } from '../../../src/domain/email-greeting.ts';
import { clubOf, type OwnerSettings } from '../../../src/domain/owner-settings.ts';
import { paymentInstructions } from '../../../src/domain/payment-instructions.ts';
import { inHours } from '../../../src/domain/reply-times.ts';
import { timeLabel } from '../../../src/domain/slot.ts';

/** What a customer sees of a group of settings, shown to the owner next to its form. */
export function previewOf(page: string): ((settings: OwnerSettings) => React.ReactNode) | undefined {
  return {
    club: ClubPreview,
    bank: BankPreview,
    booking: RulesPreview,
    messages: MessagesPreview,
    chat: ChatPreview,
    policies: PoliciesPreview,
    landing: LandingPreview,
    map: MapPreview,
  }[page];
}

const MACHINE = { text_messages: false, public_url: '', card_hold_minutes: 30 };

function ClubPreview({ club }: OwnerSettings) {
  return (
    <Preview title="At the foot of every page">
      <p>
        <strong>{club.name}</strong>, {club.city}
      </p>
      <p>
        {club.phone} · {club.email}
      </p>
      <p>{club.address}</p>
      <p className="muted">{club.opening_text}</p>
    </Preview>
  );
}

function BankPreview(settings: OwnerSettings) {
  const { bank, phone } = clubOf(settings, MACHINE);
  const { lines } = paymentInstructions('bank_transfer', { id: 1042, amount: 8000 }, { bank, phone });
  return (
    <Preview title="After a booking">
      {!bank.iban && (
        <p className="alert warning">
          Without an IBAN, the site doesn’t offer bank transfer, because customers wouldn’t know where to pay.
        </p>
      )}
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Preview>
  );
}

function RulesPreview({ booking }: OwnerSettings) {
  const { transfer_hours, transfer_before_play_hours, transfer_least_minutes } = booking;
  const cash = booking.cash_deadline_hours_before_play;
  return (
    <Preview title="What customers read">
      <ul>
        <li>Bookings open {booking.days_ahead} days ahead.</li>
        <li>
          A bank transfer must be sent within {transfer_hours} hours, and {transfer_before_play_hours} hours
          before play at the latest. Every customer has at least {transfer_least_minutes} minutes.
        </li>
        <li>
          {cash === null ? 'Cash is paid at the reception.' : `Cash must be paid ${cash} hours before play.`}
        </li>
      </ul>
    </Preview>
  );
}

function MessagesPreview({ messages }: OwnerSettings) {
  const { quiet_from, quiet_to, signature } = messages;
  return (
    <Preview title="In every email">
      <p>
        {greetingLine(messages, 'Ayesha Khan')}
        <br />
        Your payment is confirmed. Please arrive 15 minutes early so that you can start on time.
      </p>
      <p className="muted">Court, time and price</p>
      {signature && <p className="settings-preview-lines">{signature}</p>}
      <p className="muted">
        {quiet_from === quiet_to
          ? 'Messages to phones can be sent at any hour.'
          : `From ${timeLabel(2 * quiet_from)} to ${timeLabel(2 * quiet_to)} phones stay silent: SMS and WhatsApp wait, except about a booking of the same night and what can’t wait. Emails are sent at once.`}
      </p>
    </Preview>
  );
}

/** Each sentence for a customer playing tomorrow evening. */
function ChatPreview(settings: OwnerSettings) {
  const { chat: wording, club, bank } = settings;
  return (
    <Preview title="In the customer’s chat">
      <dl className="settings-preview-chat">
        {sampleSentences({ ...club, bank, wording }).map(({ kind, label, text }) => (
          <div key={kind}>
            <dt className="small muted">{label}</dt>
            <dd translate="no">{text}</dd>
          </div>
        ))}
      </dl>
    </Preview>
  );
}

function PoliciesPreview({ policies }: OwnerSettings) {
  return (
    <Preview title="In the service policy">
      <ul>
        <li>Email support for a booking: within {inHours(policies.email_support_hours)}.</li>
        <li>Any other message: within {inHours(policies.reply_hours)}.</li>
        <li>Answer to a dispute: within {inHours(policies.dispute_hours)}.</li>
      </ul>
    </Preview>
  );
}

function MapPreview({ club }: OwnerSettings) {
  const links = [
    ['Map', club.map_url],
    ['Instagram', club.instagram_url],
    ['Facebook', club.facebook_url],
  ].filter(([, url]) => url);
  return (
    <Preview title="In the footer">
      <p className="cluster">
        {links.map(([label, url]) => (
          <a key={label} href={url} target="_blank" rel="noreferrer">
            {label}
          </a>
        ))}
      </p>
      {!club.map_url && <p className="muted">Directions lead to a search for your address.</p>}
      {club.latitude !== null && club.longitude !== null && (
        <p className="muted">
          Search engines find the club at {club.latitude}, {club.longitude}.
        </p>
      )}
    </Preview>
  );
}

function LandingPreview({ club, landing }: OwnerSettings) {
  return (
    <Preview title="At the top of the landing page">
      <p className="settings-preview-tagline">{club.tagline}</p>
      <p>{landing.hero_text}</p>
    </Preview>
  );
}

function Preview({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <figure className="card flat">
      <figcaption className="eyebrow">{title}</figcaption>
      {children}
    </figure>
  );
}
