import { type ChatSubject, chatNumber, chatSentences } from '../../src/domain/chat-sentences.ts';
import { serverNow } from '../lib/server-time.ts';
import { whatsappLink } from '../ui/contact-links.ts';
import { Icon } from '../ui/icons.tsx';
import { ActionMenu } from './action-menu.tsx';
import { useAdminQuery } from './use-admin-query.ts';

/**
 * Opens a customer's chat in WhatsApp with a prepared sentence, chosen by the reception from those that fit. Nothing
 * if the phone isn't a valid number. The club's wording and account come from the server, and follow changes.
 */
export function WhatsAppMenu({
  phone,
  name,
  about = { name },
  className = 'quiet',
}: {
  phone: string | null;
  /** Whose phone it is. */
  name: string;
  about?: ChatSubject;
  className?: string;
}) {
  const number = chatNumber(phone ?? '');
  const { data: club } = useAdminQuery('GET /api/admin/chat', { skip: number === null });
  if (number === null) return null;
  return (
    <ActionMenu
      label={`WhatsApp to ${name}`}
      className={`${className} whatsapp`}
      items={() => {
        // Offline, the chat still opens.
        if (!club) return [{ label: 'Open the chat', href: whatsappLink(number), text: '' }];
        return chatSentences(about, club, serverNow()).map(({ label, text }) => ({
          label,
          text,
          href: whatsappLink(number, text),
        }));
      }}
    >
      <Icon name="chat" /> WhatsApp
    </ActionMenu>
  );
}
