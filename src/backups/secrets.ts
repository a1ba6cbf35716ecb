import { parse, stringify } from 'smol-toml';
import { isSecretSetting } from '../config/load-config.ts';

type Table = Record<string, unknown>;

/**
 * The settings file with its secrets emptied: those open somebody else's door. Remarks stay where the file
 * is written in the usual way.
 */
export function withoutSecrets(source: string): string {
  let section = '';
  const lines = source.split('\n').map((line) => {
    const header = /^\s*\[([^\]]+)\]/.exec(line);
    if (header) section = (header[1] ?? '').trim();
    const key = /^\s*([\w-]+)\s*=/.exec(line)?.[1];
    return key && isSecretSetting(`${section}.${key}`) ? `${key} = ""` : line;
  });
  const text = lines.join('\n');
  // A secret over several lines or in an inline table: then what is right matters more than remarks.
  return hasSecret(text) ? stringify(emptied(parse(source) as Table, '')) : text;
}

function hasSecret(text: string): boolean {
  try {
    const table = parse(text) as Table;
    return JSON.stringify(emptied(table, '')) !== JSON.stringify(table);
  } catch {
    return true;
  }
}

function emptied(table: Table, below: string): Table {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => {
      const key = below ? `${below}.${name}` : name;
      if (isSecretSetting(key)) return [name, ''];
      const isTable =
        typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Date.prototype;
      return [name, isTable && !Array.isArray(value) ? emptied(value as Table, key) : value];
    }),
  );
}
