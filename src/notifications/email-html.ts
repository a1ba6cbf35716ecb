import type { TransferQr } from '../domain/api/booking-answers.ts';
import type { Club } from '../domain/club.ts';
import { DEFAULT_MESSAGE_STYLE, type MessageStyle } from '../domain/email-greeting.ts';
import { formatPkr } from '../domain/format-money.ts';
import {
  applyStyle,
  type EmailContent,
  type EmailDate,
  type EmailSection,
  QR_PICTURE,
} from './email-content.ts';

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
/** Badge colours for light mode; `STYLESHEET` overrides them in dark mode. */
const TONES = {
  success: { colour: '#17663a', background: '#e2f6ea' },
  warning: { colour: '#8a3614', background: '#fdeee6' },
  danger: { colour: '#b3123c', background: '#fde8ee' },
} as const;

const STYLESHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #120926 !important; }
  .card { background: #1d1238 !important; border-color: #3d2d66 !important; }
  .text, .text a { color: #f1ecff !important; }
  .muted, .muted a { color: #b9addb !important; }
  .panel { background: #291b4d !important; border-color: #3d2d66 !important; }
  .rule { border-color: #3d2d66 !important; }
  .button { background: #c8ff2e !important; }
  .button a { color: #150b2e !important; border-color: #c8ff2e !important; }
  .success { background: #16372a !important; color: #7ee2a4 !important; }
  .warning { background: #442318 !important; color: #ff9d73 !important; }
  .danger { background: #47182b !important; color: #ff8fa8 !important; }
  .quote { border-color: #ff9d73 !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
}`;

/** Renders nested tables with inline styles, the only layout that works in every email program. */
export function renderEmailHtml(
  content: EmailContent,
  club: Club,
  footer: string,
  style: MessageStyle = DEFAULT_MESSAGE_STYLE,
): string {
  const badge = content.badge ? badgeHtml(content.badge) : '';
  const sections = applyStyle(content.sections, style).map(sectionHtml).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${STYLESHEET}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f1ebfd">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:#f1ebfd">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td bgcolor="#2a1463" class="pad" style="background:#2a1463;background-image:linear-gradient(120deg,#150b2e 0%,#5b2bd6 100%);padding:22px 32px;border-radius:16px 16px 0 0">
<p style="margin:0;${FONT};font-size:19px;font-weight:800;letter-spacing:-0.2px;color:#ffffff">${escapeHtml(club.name)}</p>
<p style="margin:3px 0 0;${FONT};font-size:13px;font-weight:600;color:#c8ff2e">${escapeHtml(club.tagline)}</p>
</td></tr>
<tr><td style="height:4px;line-height:4px;font-size:0;background:#c8ff2e" bgcolor="#c8ff2e">&nbsp;</td></tr>
<tr><td class="card pad" style="background:#ffffff;border:1px solid #d9d0ee;border-top:0;border-radius:0 0 16px 16px;padding:28px 32px 32px">
${badge}<h1 class="text" style="margin:0 0 16px;${FONT};font-size:25px;line-height:1.22;font-weight:800;letter-spacing:-0.4px;color:#24163f">${escapeHtml(content.heading)}</h1>
${sections}
</td></tr>
<tr><td class="muted pad" style="padding:20px 32px 8px;${FONT};font-size:13px;line-height:1.6;color:#5d5178">${footerHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function badgeHtml(badge: NonNullable<EmailContent['badge']>): string {
  const { colour, background } = TONES[badge.tone];
  return `<p style="margin:0 0 12px;${FONT}"><span class="${badge.tone}" style="display:inline-block;padding:4px 12px;border-radius:999px;font-size:13px;font-weight:700;color:${colour};background:${background}">${escapeHtml(badge.text)}</span></p>\n`;
}

function sectionHtml(section: EmailSection): string {
  switch (section.kind) {
    case 'greeting':
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:#24163f;overflow-wrap:anywhere">${escapeLines(section.text)}</p>`;
    case 'note':
      return `<p class="muted" style="margin:0 0 12px;${FONT};font-size:14px;line-height:1.55;color:#5d5178;overflow-wrap:anywhere">${escapeLines(section.text)}</p>`;
    case 'details':
      return panelHtml(
        section.rows.map(([label, value], index) => detailRowHtml(label, value, index > 0)).join('\n'),
      );
    case 'amounts':
      return panelHtml(
        [
          ...section.rows.map(([label, amount]) => amountRowHtml(label, amount, '')),
          amountRowHtml(...section.total, 'font-weight:800;'),
        ].join('\n'),
      );
    case 'steps':
      return panelHtml(
        `<tr><td class="text" style="padding:14px 18px;${FONT};font-size:15px;line-height:1.55;color:#24163f"><p style="margin:0 0 8px;font-weight:800">${escapeHtml(section.title)}</p>${section.lines
          .map((line) => `<p style="margin:0 0 6px;overflow-wrap:anywhere">${escapeHtml(line)}</p>`)
          .join('')}${section.qr ? qrHtml(section.qr) : ''}</td></tr>`,
      );
    case 'dates':
      return panelHtml(section.rows.map((row, index) => dateRowHtml(row, index > 0)).join('\n'));
    case 'quote':
      return `<p class="text quote" style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:4px solid #c2552d;${FONT};font-size:16px;line-height:1.55;color:#24163f;overflow-wrap:anywhere">${escapeLines(section.text)}</p>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px"><tr><td class="button" style="border-radius:999px;background:#5b2bd6" bgcolor="#5b2bd6"><a href="${escapeHtml(section.url)}" style="display:inline-block;padding:13px 26px;border:1px solid #5b2bd6;border-radius:999px;${FONT};font-size:16px;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(section.label)}</a></td></tr></table>`;
  }
}

/** The white around the code stays white in dark mode, because scanners need it. */
function qrHtml({ amount }: TransferQr): string {
  return `<p style="margin:12px 0 6px"><img src="cid:${QR_PICTURE}" width="240" height="240" alt="QR code for a transfer of ${formatPkr(amount)}" style="display:block;background:#ffffff;border-radius:8px"></p><p style="margin:0">Scan this code with your bank’s app: it fills in the account and ${escapeHtml(formatPkr(amount))}.</p>`;
}

function panelHtml(rows: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="panel" style="margin:0 0 18px;background:#f4effd;border:1px solid #d9d0ee;border-radius:12px;border-collapse:separate">
${rows}
</table>`;
}

function detailRowHtml(label: string, value: string, hasRule: boolean): string {
  const rule = hasRule ? 'border-top:1px solid #d9d0ee;' : '';
  return `<tr><td class="muted rule" width="27%" valign="top" style="${rule}padding:11px 8px 11px 16px;${FONT};font-size:14px;line-height:1.5;color:#5d5178">${escapeHtml(label)}</td><td class="text rule" valign="top" style="${rule}padding:11px 14px 11px 0;${FONT};font-size:15px;line-height:1.45;font-weight:650;color:#24163f;overflow-wrap:anywhere">${escapeLines(value)}</td></tr>`;
}

function dateRowHtml({ title, text, links }: EmailDate, hasRule: boolean): string {
  const rule = hasRule ? 'border-top:1px solid #d9d0ee;' : '';
  const anchors = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:#5b2bd6">${escapeHtml(label)}</a>`,
  );
  return `<tr><td class="text rule" style="${rule}padding:11px 16px;${FONT};font-size:15px;line-height:1.5;color:#24163f;overflow-wrap:anywhere"><strong>${escapeHtml(title)}</strong><br>${escapeLines(text)}${anchors.length > 0 ? `<br>${anchors.join(' · ')}` : ''}</td></tr>`;
}

function amountRowHtml(label: string, amount: string, fontWeight: string): string {
  const rule = fontWeight ? 'border-top:1px solid #d9d0ee;' : '';
  const size = fontWeight ? 17 : 15;
  return `<tr><td class="text rule" style="${rule}padding:10px 8px 10px 18px;${FONT};font-size:${size}px;${fontWeight}color:#24163f">${escapeHtml(label)}</td><td class="text rule" align="right" style="${rule}padding:10px 18px 10px 0;${FONT};font-size:${size}px;${fontWeight}color:#24163f;white-space:nowrap">${escapeHtml(amount)}</td></tr>`;
}

function footerHtml(footer: string): string {
  return footer
    .split('\n')
    .map((line) => {
      const shown = escapeHtml(line).replace(
        /https?:\/\/[^\s<]+/g,
        (url) => `<a href="${url}" style="color:inherit">${url.replace(/^https?:\/\//, '')}</a>`,
      );
      return `<p style="margin:0 0 4px">${shown}</p>`;
    })
    .join('');
}

function escapeLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function escapeHtml(text: string): string {
  return (
    (/[&<>"]/.test(text) ? escapeMarkup(text) : text)
      // Keeps an amount on one line.
      .replace(/PKR (?=\d)/g, 'PKR&nbsp;')
  );
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
