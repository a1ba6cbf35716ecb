import { isProvider, PROVIDER_LABELS } from '../../../src/domain/sign-in-providers.ts';
import type { SettingsData } from '../../shared/settings/settings-form.tsx';

/** What only the file club.toml and the environment of the server set. */
export function ServerSettings({ machine }: { machine: SettingsData['machine'] }) {
  const providers = machine.sign_in.map((name) => (isProvider(name) ? PROVIDER_LABELS[name] : name));
  return (
    <article id="settings-server" className="settings-group">
      <h3>Set on the server</h3>
      <p className="muted">
        These are in the file <code>club.toml</code> beside the database, and count after a restart.
      </p>
      <dl className="facts">
        <Fact label="Public address">
          {machine.has_public_url ? machine.public_url : 'Not set: links in emails do not work elsewhere'}
        </Fact>
        <Fact label="Email">{machine.mail === 'smtp' ? 'Sent' : 'Not sent, only saved as files'}</Fact>
        <Fact label="SMS">{machine.text_messages ? 'Sent' : 'Off'}</Fact>
        <Fact label="Card payments">{machine.card_payments ? 'On' : 'Off'}</Fact>
        <Fact label="Login with">
          {providers.length > 0 ? providers.join(', ') : 'Email and password only'}
        </Fact>
        <Fact label="Backup in another place">{machine.backup_elsewhere ? 'On' : 'None'}</Fact>
      </dl>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
