import { consentWords } from '../../src/domain/consent.ts';
import { usePageData } from './page-data.tsx';

/** The channels, beside email and SMS, by which a customer can ask for updates; nothing while the club has none. */
export function UpdatesChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (channels: string[]) => void;
}) {
  const { club } = usePageData();
  return club.updates_by?.map((channel) => (
    <label key={channel} className="booking-sms">
      <input
        type="checkbox"
        checked={chosen.includes(channel)}
        onChange={(event) => {
          const others = chosen.filter((one) => one !== channel);
          onChange(event.target.checked ? [...others, channel] : others);
        }}
      />
      {consentWords(channel, club)}
    </label>
  ));
}
