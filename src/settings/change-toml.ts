import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { parseSettings } from '../config/load-config.ts';
import { writeFileAtomically } from '../db/atomic-write.ts';
import { Failure } from '../domain/failure.ts';

/** Values by section and key. */
export type TomlChanges = Record<string, Record<string, string>>;

type TomlTable = Record<string, unknown>;

/** Writes values into `club.toml`, keeping every other line. Throws `wrong_state` if the file can't be changed. */
export async function writeConfig(dataDir: string, changes: TomlChanges): Promise<void> {
  const path = join(dataDir, 'club.toml');
  const text = changeToml(readFileSync(path, 'utf8'), changes);
  if (text === null || !lstatSync(path).isFile()) throw notWritable();
  // Never writes a file that would stop the next start.
  parseSettings(text, {}, path);
  try {
    await writeFileAtomically(path, new TextEncoder().encode(text));
  } catch {
    throw notWritable();
  }
}

/** Null if the file writes a value in a notation that this can't tell apart from the rest. */
export function changeToml(source: string, changes: TomlChanges): string | null {
  let lines = source.split('\n');
  const expected = parse(source) as TomlTable;
  for (const [section, values] of Object.entries(changes)) {
    for (const [key, value] of Object.entries(values)) {
      lines = setValue(lines, section, key, value);
      tableAt(expected, section)[key] = value;
    }
  }
  const text = lines.join('\n');
  try {
    return Bun.deepEquals(parse(text), expected) ? text : null;
  } catch {
    return null;
  }
}

function tableAt(file: TomlTable, section: string): TomlTable {
  let table = file;
  for (const name of section.split('.')) {
    table[name] ??= {};
    table = table[name] as TomlTable;
  }
  return table;
}

function setValue(lines: readonly string[], section: string, key: string, value: string): string[] {
  const line = `${key} = ${JSON.stringify(value)}`;
  const start = lines.findIndex((text) => headerOf(text) === section);
  if (start < 0) return [...lines, `[${section}]`, line, ''];
  const next = lines.findIndex((text, at) => at > start && headerOf(text) !== null);
  const end = next < 0 ? lines.length : next;
  const found = lines.findIndex(
    (text, at) => at > start && at < end && new RegExp(`^\\s*["']?${key}["']?\\s*=`).test(text),
  );
  return found < 0 ? lines.toSpliced(start + 1, 0, line) : lines.toSpliced(found, 1, line);
}

function headerOf(line: string): string | null {
  const name = /^\s*\[([^[\]]+)\]/.exec(line)?.[1];
  return name === undefined ? null : name.replace(/["'\s]/g, '');
}

function notWritable(): Failure {
  return new Failure(
    'wrong_state',
    'The server isn’t allowed to change its own settings. Ask the person who runs it to set this there.',
  );
}
