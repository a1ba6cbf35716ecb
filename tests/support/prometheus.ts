import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { type Neighbour, startNeighbour } from './neighbour.ts';

const FILES = resolve(import.meta.dir, '../../scripts/deploy/prometheus');

interface Alert {
  state: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export interface Prometheus extends Neighbour {
  /** The clubs for which an alert fires, with its summaries. */
  firing(name: string): Promise<Record<string, string>>;
  /** A query's first value. */
  query(text: string): Promise<number>;
}

/**
 * Starts Prometheus in `dir` with the files in `scripts/deploy`, scraping and evaluating every second. `shorten`
 * changes the rules, and may only shorten their durations.
 */
export async function startPrometheus(
  dir: string,
  clubs: readonly { name: string; port: number }[],
  shorten: (rules: string) => string,
  token = '',
): Promise<Prometheus> {
  cpSync(FILES, dir, { recursive: true });
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(join(dir, name), change(readFileSync(join(dir, name), 'utf8')));
  writeFileSync(join(dir, 'token'), token);
  edit('prometheus.yml', (text) => {
    const every = text.replaceAll('30s', '1s');
    return token
      ? every
          .replace('# authorization:', 'authorization:')
          .replace(/# {3}credentials_file: .*/, `  credentials_file: ${join(dir, 'token')}`)
      : every;
  });
  edit('padel-club.rules.yml', shorten);
  const targets = clubs.map(
    ({ name, port }) => `- { targets: ['127.0.0.1:${port}'], labels: { club: ${name} } }\n`,
  );
  writeFileSync(join(dir, 'clubs.yml'), targets.join(''));
  mkdirSync(join(dir, 'data'));
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const neighbour = await startNeighbour(
    [
      'prometheus',
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${url.slice('http://'.length)}`,
    ],
    async () => (await fetch(`${url}/-/ready`)).ok,
  );
  const ask = async <T>(path: string) => {
    const { data } = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: T };
    return data;
  };
  return {
    ...neighbour,
    async firing(name) {
      const { alerts } = await ask<{ alerts: Alert[] }>('alerts');
      return Object.fromEntries(
        alerts
          .filter(({ state, labels }) => state === 'firing' && labels.alertname === name)
          .map(({ labels, annotations }) => [labels.club ?? '', annotations.summary ?? '']),
      );
    },
    async query(text) {
      const { result } = await ask<{ result: { value: [number, string] }[] }>(
        `query?query=${encodeURIComponent(text)}`,
      );
      return Number(result[0]?.value[1] ?? 0);
    },
  };
}
