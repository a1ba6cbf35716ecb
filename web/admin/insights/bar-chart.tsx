import { useEffect, useRef, useState } from 'react';
import { TableRegion } from '../../ui/table-region.tsx';

interface Bar {
  key: string;
  label: string;
  value: number;
  /** The value with its unit. */
  formattedValue: string;
  /** The part of the value that is drawn in the second colour, at the foot of the bar. */
  part?: number;
  formattedPart?: string;
}

const CHART_HEIGHT = 220;
const MARGIN_LEFT = 48;
const MARGIN_BOTTOM = 26;
const MARGIN_TOP = 10;
/** Until the chart is measured. */
const INITIAL_WIDTH = 640;
/** The width that one label below the bars needs. */
const MIN_LABEL_WIDTH = 86;
const LETTER_WIDTH = 6.5;

/** A bar chart with a summary sentence and a table of all values. */
export function BarChart({
  title,
  summary,
  columnNames,
  partNames,
  bars,
  formatTick,
}: {
  title: string;
  summary: string;
  columnNames: [string, string];
  /** The names of the two colours and of the column of the parts. */
  partNames?: [whole: string, part: string] | undefined;
  bars: readonly Bar[];
  formatTick: (value: number) => string;
}) {
  const [svgRef, width] = useElementWidth();
  const axisMax = niceCeil(Math.max(...bars.map((bar) => bar.value), 1));
  const plotHeight = CHART_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM;
  const barSpacing = (width - MARGIN_LEFT) / Math.max(bars.length, 1);
  const labelEvery = Math.ceil(MIN_LABEL_WIDTH / barSpacing);
  return (
    <figure className="card admin-chart">
      <figcaption>
        <h3>{title}</h3>
        <p>{summary}</p>
        {partNames && (
          <p className="admin-chart-legend">
            <span>{partNames[0]}</span>
            <span data-part>{partNames[1]}</span>
          </p>
        )}
      </figcaption>
      <svg
        ref={svgRef}
        viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
        role="img"
        aria-label={`${title}. ${summary}`}
      >
        {(bars.some((bar) => bar.value > 0) ? [0, 0.5, 1] : [0]).map((fraction) => {
          const y = MARGIN_TOP + plotHeight * (1 - fraction);
          return (
            <g key={fraction} className="admin-chart-line">
              <line x1={MARGIN_LEFT} x2={width} y1={y} y2={y} />
              <text x={MARGIN_LEFT - 8} y={y + 4} textAnchor="end">
                {formatTick(axisMax * fraction)}
              </text>
            </g>
          );
        })}
        {bars.map((bar, index) => {
          const height = Math.min(1, bar.value / axisMax) * plotHeight;
          const partHeight = Math.min(1, (bar.part ?? 0) / axisMax) * plotHeight;
          const x = MARGIN_LEFT + index * barSpacing;
          return (
            <g key={bar.key}>
              <rect
                className="admin-chart-bar"
                x={x + barSpacing * 0.12}
                y={MARGIN_TOP + plotHeight - height}
                width={barSpacing * 0.76}
                height={height}
                rx={Math.min(4, barSpacing * 0.2)}
              >
                <title>{`${bar.label}: ${bar.formattedValue}`}</title>
              </rect>
              {bar.part !== undefined && bar.part > 0 && (
                <rect
                  className="admin-chart-part"
                  x={x + barSpacing * 0.12}
                  y={MARGIN_TOP + plotHeight - partHeight}
                  width={barSpacing * 0.76}
                  height={partHeight}
                >
                  <title>{`${bar.label}: ${bar.formattedPart}`}</title>
                </rect>
              )}
              {index % labelEvery === 0 && (
                <text
                  className="admin-chart-label"
                  {...labelPlace(bar.label, x + barSpacing / 2, width)}
                  y={CHART_HEIGHT - 6}
                >
                  {bar.label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details>
        <summary>All values as a table</summary>
        <TableRegion label={title} className="admin-chart-table">
          <thead>
            <tr>
              <th scope="col">{columnNames[0]}</th>
              <th scope="col" className="amount">
                {columnNames[1]}
              </th>
              {partNames && (
                <th scope="col" className="amount">
                  {partNames[1]}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <th scope="row">{bar.label}</th>
                <td className="amount">{bar.formattedValue}</td>
                {partNames && <td className="amount">{bar.formattedPart}</td>}
              </tr>
            ))}
          </tbody>
        </TableRegion>
      </details>
    </figure>
  );
}

/** A label under the middle of its bar; one that would stick out ends at the edge of the chart. */
function labelPlace(label: string, middle: number, width: number) {
  return middle > width - (label.length * LETTER_WIDTH) / 2
    ? { x: width, textAnchor: 'end' as const }
    : { x: middle, textAnchor: 'middle' as const };
}

/** The smallest of 1, 2, 2.5, 5, 10 … that is not below `value`. */
function niceCeil(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** The width of the chart on this screen, so that its text is not scaled. */
function useElementWidth() {
  const svgRef = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(INITIAL_WIDTH);
  useEffect(() => {
    if (!svgRef.current) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)),
    );
    observer.observe(svgRef.current);
    return () => observer.disconnect();
  }, []);
  return [svgRef, width] as const;
}
