import { useEffect, useRef, useState } from 'react';

interface Bar {
  key: string;
  label: string;
  value: number;
  /** The value as a reader says it. */
  text: string;
}

const HEIGHT = 220;
const LEFT = 48;
const BOTTOM = 26;
const TOP = 10;
/** Before the page has been measured. */
const FIRST_WIDTH = 640;
/** One label under the bars needs this much room. */
const LABEL_WIDTH = 86;

/** Bars with a sentence that says the same, and a table with every figure. */
export function BarChart({
  title,
  summary,
  head,
  bars,
  most,
  tick,
}: {
  title: string;
  summary: string;
  head: [string, string];
  bars: readonly Bar[];
  /** The top of the scale; without it the highest bar decides. */
  most?: number;
  tick: (value: number) => string;
}) {
  const [box, width] = useWidth();
  const top = most ?? roundUp(Math.max(...bars.map((bar) => bar.value), 1));
  const inner = HEIGHT - TOP - BOTTOM;
  const step = (width - LEFT) / Math.max(bars.length, 1);
  const labelEvery = Math.ceil(LABEL_WIDTH / step);
  return (
    <figure className="card desk-chart">
      <figcaption>
        <h3>{title}</h3>
        <p>{summary}</p>
      </figcaption>
      <svg ref={box} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={`${title}. ${summary}`}>
        {(bars.some((bar) => bar.value > 0) ? [0, 0.5, 1] : [0]).map((share) => {
          const y = TOP + inner * (1 - share);
          return (
            <g key={share} className="desk-chart-line">
              <line x1={LEFT} x2={width} y1={y} y2={y} />
              <text x={LEFT - 8} y={y + 4} textAnchor="end">
                {tick(top * share)}
              </text>
            </g>
          );
        })}
        {bars.map((bar, at) => {
          const height = Math.min(1, bar.value / top) * inner;
          const x = LEFT + at * step;
          return (
            <g key={bar.key}>
              <rect
                className="desk-chart-bar"
                x={x + step * 0.12}
                y={TOP + inner - height}
                width={step * 0.76}
                height={height}
                rx={Math.min(4, step * 0.2)}
              >
                <title>{`${bar.label}: ${bar.text}`}</title>
              </rect>
              {at % labelEvery === 0 && (
                <text className="desk-chart-label" x={x + step / 2} y={HEIGHT - 6} textAnchor="middle">
                  {bar.label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details>
        <summary>All figures as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className="table-region desk-chart-table" aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{head[0]}</th>
                <th scope="col" className="amount">
                  {head[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row">{bar.label}</th>
                  <td className="amount">{bar.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

/** The next of 1, 2, 2.5, 5, 10 … above a value: a scale people can read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** How wide the drawing is on this screen, so that its letters stay as large as they are. */
function useWidth() {
  const box = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width] as const;
}
