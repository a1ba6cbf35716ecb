import { parse, stringify } from 'smol-toml';
import { isSecretSetting } from '../config/load-config.ts';

type TomlTable = Record<string, unknown>;

/** Blanks the secrets in a settings file. Comments stay, unless a secret has an unusual notation. */
export function stripSecrets(source: string): string {
  let section = '';
  const lines = source.split('\n').map((line) => {
    const header = /^\s*\[([^\]]+)\]/.exec(line);
    if (header) section = (header[1] ?? '').trim();
    const key = /^\s*([\w-]+)\s*=/.exec(line)?.[1];
    return key && isSecretSetting(`${section}.${key}`) ? `${key} = ""` : line;
  });
  const text = lines.join('\n');
  // A secret that spans several lines or is in an inline table: the file is rewritten from its parsed content,
  // without comments.
  return containsSecret(text) ? stringify(blankSecrets(parse(source) as TomlTable, '')) : text;
}

export function containsSecret(text: string): boolean {
  try {
    const table = parse(text) as TomlTable;
    return JSON.stringify(blankSecrets(table, '')) !== JSON.stringify(table);
  } catch {
    return true;
  }
}

function blankSecrets(table: TomlTable, prefix: string): TomlTable {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => {
      const key = prefix ? `${prefix}.${name}` : name;
      if (isSecretSetting(key)) return [name, ''];
      const isTable =
        typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Date.prototype;
      return [name, isTable && !Array.isArray(value) ? blankSecrets(value as TomlTable, key) : value];
    }),
  );
}
