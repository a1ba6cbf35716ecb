import { consentWords } from '../../src/domain/consent.ts';
import { usePageData } from './page-data.tsx';
import { useAuth } from './session.tsx';

/**
 * The channels, beside email and SMS, by which a customer can ask for updates; nothing while the club has none. Who has
 * agreed to one in the account is not asked again.
 */
export function UpdatesChoice({
  about,
  chosen,
  onChange,
}: {
  about?: Parameters<typeof consentWords>[2];
  chosen: readonly string[];
  onChange: (channels: string[]) => void;
}) {
  const { club } = usePageData();
  const { user } = useAuth();
  const agreed = about === 'account' ? [] : (user?.preferences.updates_by ?? []);
  const asked = club.channels?.map(({ id }) => id).filter((channel) => !agreed.includes(channel));
  return asked?.map((channel) => (
    <label key={channel} className={about === 'account' ? 'account-choice' : 'check-line'}>
      <input
        type="checkbox"
        checked={chosen.includes(channel)}
        onChange={(event) => {
          const others = chosen.filter((one) => one !== channel);
          onChange(event.target.checked ? [...others, channel] : others);
        }}
      />
      {consentWords(channel, club, about)}
    </label>
  ));
}
