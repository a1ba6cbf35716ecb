import type { Sample } from '../http/sample.ts';

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Others count as one: a label's values must stay few. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Series {
  count: number;
  sum: number;
  buckets: number[];
}

/** What was asked in one way with one outcome, and the series its times belong to. */
interface Requests {
  labels: string;
  count: number;
  series: Series;
}

/** A figure read when it is asked for. */
export interface Gauge {
  name: string;
  help: string;
  /** Null: not known now, the line is left out. */
  value: number | null;
}

/** Counts answered requests by method, route and status. */
export class RequestMetrics {
  readonly #requests = new Map<string, Requests>();
  readonly #durations = new Map<string, Series>();

  observe({ method, route, status, seconds }: Sample): void {
    const verb = METHODS.has(method) ? method : 'OTHER';
    const key = `${verb} ${status} ${route}`;
    const requests = this.#requests.get(key) ?? this.#add(key, verb, route, status);
    requests.count += 1;
    const { series } = requests;
    series.count += 1;
    series.sum += seconds;
    let bucket = 0;
    while (seconds > (BOUNDS[bucket] ?? Infinity)) bucket += 1;
    if (bucket < BOUNDS.length) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  #add(key: string, method: string, route: string, status: number): Requests {
    const about = labels({ route });
    const series = this.#durations.get(about) ?? { count: 0, sum: 0, buckets: BOUNDS.map(() => 0) };
    this.#durations.set(about, series);
    const requests = { labels: labels({ method, route, status: String(status) }), count: 0, series };
    this.#requests.set(key, requests);
    return requests;
  }

  /** Everything in Prometheus' text format 0.0.4. */
  text(gauges: readonly Gauge[]): string {
    const lines: string[] = [];
    for (const { name, help, value } of gauges) {
      if (value === null) continue;
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
    }
    lines.push('# HELP http_requests_total Answered requests.', '# TYPE http_requests_total counter');
    for (const { labels: key, count } of this.#requests.values())
      lines.push(`http_requests_total{${key}} ${count}`);
    lines.push(
      '# HELP http_request_duration_seconds Time from a request to its answer.',
      '# TYPE http_request_duration_seconds histogram',
    );
    for (const [key, series] of this.#durations) {
      let below = 0;
      for (const [at, bound] of BOUNDS.entries()) {
        below += series.buckets[at] ?? 0;
        lines.push(`http_request_duration_seconds_bucket{${key},le="${bound}"} ${below}`);
      }
      lines.push(
        `http_request_duration_seconds_bucket{${key},le="+Inf"} ${series.count}`,
        `http_request_duration_seconds_sum{${key}} ${series.sum.toFixed(6)}`,
        `http_request_duration_seconds_count{${key}} ${series.count}`,
      );
    }
    return `${lines.join('\n')}\n`;
  }
}

function labels(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
    .join(',');
}
