import { parse } from 'smol-toml';
import { OWNER_SETTINGS, type SettingKey } from '../domain/owner-settings.ts';

type TomlTable = Record<string, unknown>;

/** Owner settings named in a settings file, unchecked. */
export function readOwnerSettings(source: string): (readonly [SettingKey, unknown])[] {
  const file = parse(source) as TomlTable;
  return Object.entries(OWNER_SETTINGS).flatMap(([section, schemas]) => {
    const table = tableOf(file, section);
    return Object.keys(schemas)
      .filter((name) => Object.hasOwn(table, name))
      .map((name) => [`${section}.${name}` as SettingKey, table[name]] as const);
  });
}

/**
 * Turns the lines of these settings into remarks, with a note above on where they are edited now. All the owner's
 * lines stay. Null if the file writes them in a notation that this can't tell apart from the rest, such as an inline
 * table.
 */
export function commentOutSettings(
  source: string,
  keys: ReadonlySet<SettingKey>,
  date: string,
): string | null {
  let section = '';
  let isExplained = false;
  const lines = source.split('\n').flatMap((line) => {
    const header = /^\s*\[([^\]]+)\]/.exec(line);
    if (header) {
      section = (header[1] ?? '').replace(/["'\s]/g, '');
      isExplained = false;
    }
    const name = /^\s*["']?([\w-]+)["']?\s*=/.exec(line)?.[1];
    if (header || name === undefined || !keys.has(`${section}.${name}` as SettingKey)) return [line];
    const remark = isExplained ? [] : [explanation(date, line.endsWith('\r') ? '\r' : '')];
    isExplained = true;
    return [...remark, `# ${line}`];
  });
  const text = lines.join('\n');
  return isSameWithout(source, text, keys) ? text : null;
}

function explanation(date: string, lineEnd: string): string {
  return `# Moved to the dashboard, under Settings, on ${date}. Without its #, a line wins over the dashboard again.${lineEnd}`;
}

/** True if `text` says the same as `source`, apart from leaving out these settings. */
function isSameWithout(source: string, text: string, keys: ReadonlySet<SettingKey>): boolean {
  try {
    const expected = parse(source) as TomlTable;
    for (const key of keys) {
      const [section = '', name = ''] = key.split('.');
      delete tableOf(expected, section)[name];
    }
    return Bun.deepEquals(withoutEmptyTables(expected), withoutEmptyTables(parse(text) as TomlTable));
  } catch {
    return false;
  }
}

function tableOf(file: TomlTable, section: string): TomlTable {
  const table = file[section];
  return typeof table === 'object' && table !== null ? (table as TomlTable) : {};
}

function withoutEmptyTables(file: TomlTable): TomlTable {
  return Object.fromEntries(
    Object.entries(file).filter(
      ([, value]) => typeof value !== 'object' || value === null || Object.keys(value).length > 0,
    ),
  );
}
