import type { RequestMetric } from '../http/request-lifecycle.ts';

/** Upper bounds of the buckets, in seconds. */
const BUCKET_BOUNDS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Other methods count as OTHER, so that the label has few values. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Histogram {
  count: number;
  sum: number;
  buckets: number[];
}

/** Requests with the same method, route and status, and their route's histogram. */
interface RequestCounter {
  labels: string;
  count: number;
  histogram: Histogram;
}

/** A metric read at each scrape. */
export interface Gauge {
  name: string;
  help: string;
  /** Null leaves the line out. */
  value: number | null;
}

export class MetricsRegistry {
  readonly #counters = new Map<string, RequestCounter>();
  readonly #histograms = new Map<string, Histogram>();

  observe({ method, route, status, seconds }: RequestMetric): void {
    const methodLabel = KNOWN_METHODS.has(method) ? method : 'OTHER';
    const key = `${methodLabel} ${status} ${route}`;
    const counter = this.#counters.get(key) ?? this.#addCounter(key, methodLabel, route, status);
    counter.count += 1;
    const { histogram } = counter;
    histogram.count += 1;
    histogram.sum += seconds;
    let bucket = 0;
    while (seconds > (BUCKET_BOUNDS_SECONDS[bucket] ?? Infinity)) bucket += 1;
    if (bucket < BUCKET_BOUNDS_SECONDS.length)
      histogram.buckets[bucket] = (histogram.buckets[bucket] ?? 0) + 1;
  }

  #addCounter(key: string, method: string, route: string, status: number): RequestCounter {
    const routeLabels = formatLabels({ route });
    const histogram = this.#histograms.get(routeLabels) ?? {
      count: 0,
      sum: 0,
      buckets: BUCKET_BOUNDS_SECONDS.map(() => 0),
    };
    this.#histograms.set(routeLabels, histogram);
    const counter = {
      labels: formatLabels({ method, route, status: String(status) }),
      count: 0,
      histogram,
    };
    this.#counters.set(key, counter);
    return counter;
  }

  /** All metrics in the Prometheus text format 0.0.4. */
  toPrometheusText(gauges: readonly Gauge[]): string {
    const lines: string[] = [];
    for (const { name, help, value } of gauges) {
      if (value === null) continue;
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
    }
    lines.push('# HELP http_requests_total Answered requests.', '# TYPE http_requests_total counter');
    for (const { labels: key, count } of this.#counters.values())
      lines.push(`http_requests_total{${key}} ${count}`);
    lines.push(
      '# HELP http_request_duration_seconds Time from a request to its answer.',
      '# TYPE http_request_duration_seconds histogram',
    );
    for (const [key, histogram] of this.#histograms) {
      let cumulative = 0;
      for (const [at, bound] of BUCKET_BOUNDS_SECONDS.entries()) {
        cumulative += histogram.buckets[at] ?? 0;
        lines.push(`http_request_duration_seconds_bucket{${key},le="${bound}"} ${cumulative}`);
      }
      lines.push(
        `http_request_duration_seconds_bucket{${key},le="+Inf"} ${histogram.count}`,
        `http_request_duration_seconds_sum{${key}} ${histogram.sum.toFixed(6)}`,
        `http_request_duration_seconds_count{${key}} ${histogram.count}`,
      );
    }
    return `${lines.join('\n')}\n`;
  }
}

function formatLabels(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
    .join(',');
}
