import * as v from 'valibot';
import { channelFields, isChannelId } from '../domain/channel-settings.ts';

/** True for settings whose values must not appear in messages and, by default, in backups. */
export function isSecretSetting(key: string): boolean {
  const [section = '', name] = key.split('.');
  if (isChannelId(section) && channelFields(section).some(([one, { secret }]) => secret && one === name))
    return true;
  return /(^mail\.smtp_url|token|secret|password|private_key|api_key|secret_access_key)$/.test(key);
}

/**
 * The error for an invalid setting: file, line, key, value and what is expected. `variable` is the environment
 * variable that set it, if any.
 */
export function invalidSettingError(
  issue: v.BaseIssue<unknown>,
  file: { path: string; source: string },
  variable: string | undefined,
): string {
  const key = v.getDotPath(issue) ?? '';
  const line = findSettingLine(file.source, key);
  const location = `${file.path}${line > 0 ? `, line ${line}` : ''}: `;
  const settingLabel = variable ? `${variable} (${key})` : `${location}${key}`;
  if (issue.type === 'strict_object') {
    return issue.expected === 'never'
      ? `${settingLabel} is not a setting of this program. Please remove it or correct its name.`
      : `${settingLabel} is ${JSON.stringify(issue.input)}, but a section [${key}] is expected.`;
  }
  if (isSecretSetting(key)) return `${settingLabel} cannot be used: ${issue.message} is expected.`;
  return `${settingLabel} is ${JSON.stringify(issue.input)}, but ${issue.message} is expected.`;
}

/** The line of a dotted key or section in the file; 0 if it is missing. */
function findSettingLine(source: string, key: string): number {
  let section = '';
  for (const [index, line] of source.split('\n').entries()) {
    const header = /^\s*\[+([^\]]+)\]/.exec(line);
    if (header) {
      section = normalizeKey(header[1] ?? '');
      if (section === key || section.startsWith(`${key}.`)) return index + 1;
      continue;
    }
    const keyText = /^\s*([\w."' -]+?)\s*=/.exec(line)?.[1];
    if (keyText === undefined) continue;
    const fullKey = section ? `${section}.${normalizeKey(keyText)}` : normalizeKey(keyText);
    if (fullKey === key || fullKey.startsWith(`${key}.`)) return index + 1;
  }
  return 0;
}

function normalizeKey(name: string): string {
  return name.replace(/["'\s]/g, '');
}
