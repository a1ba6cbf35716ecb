import { parse, stringify } from 'smol-toml';

/** Settings that open somebody else's door; a backup leaves them empty unless it is told to keep them. */
const SECRETS: readonly (readonly [section: string, key: string])[] = [
  ['mail', 'smtp_url'],
  ['sms', 'token'],
  ['oauth.google', 'client_secret'],
  ['oauth.microsoft', 'client_secret'],
  ['oauth.github', 'client_secret'],
  ['oauth.apple', 'private_key'],
  ['backup.s3', 'secret_access_key'],
];

type Table = Record<string, unknown>;

/** The settings file with its secrets emptied; remarks stay where the file is written in the usual way. */
export function withoutSecrets(source: string): string {
  let section = '';
  const lines = source.split('\n').map((line) => {
    const header = /^\s*\[([^\]]+)\]/.exec(line);
    if (header) section = (header[1] ?? '').trim();
    const key = /^\s*([\w-]+)\s*=/.exec(line)?.[1];
    const secret = SECRETS.some(([place, name]) => place === section && name === key);
    return secret ? `${key} = ""` : line;
  });
  const text = lines.join('\n');
  // A secret over several lines or in an inline table: then what is right matters more than remarks.
  return hasSecret(text) ? stringify(emptied(parse(source) as Table)) : text;
}

function hasSecret(text: string): boolean {
  try {
    const table = parse(text) as Table;
    return SECRETS.some(([section, key]) => {
      const value = tableAt(table, section)?.[key];
      return value !== undefined && value !== '';
    });
  } catch {
    return true;
  }
}

function emptied(table: Table): Table {
  for (const [section, key] of SECRETS) {
    const at = tableAt(table, section);
    if (at && key in at) at[key] = '';
  }
  return table;
}

function tableAt(table: Table, section: string): Table | undefined {
  return section.split('.').reduce<Table | undefined>((at, name) => at?.[name] as Table | undefined, table);
}
