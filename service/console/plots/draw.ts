// Draws plots with Chart.js. A separate chunk, loaded only by views with a plot.
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
  type Plugin,
} from 'chart.js';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** The content of a plot. `bars` are horizontal with their numbers beside them; `columns` are vertical and stacked. */
export interface PlotSpec {
  readonly kind: 'bars' | 'columns';
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** The text beside each bar. */
  readonly notes?: readonly string[];
  /** How to read the plot. */
  readonly note?: string;
  /** A summary for people who cannot see the plot. */
  readonly summary: string;
}

export interface Colours {
  readonly text: string;
  readonly strong: string;
  readonly line: string;
  readonly ground: string;
  readonly series: readonly string[];
}

/** A plot on its canvas. */
export interface Drawing {
  destroy(): void;
}

export function draw(canvas: HTMLCanvasElement, spec: PlotSpec, colours: Colours): Drawing {
  const bars = spec.kind === 'bars';
  const isNarrow = (canvas.parentElement?.clientWidth ?? 0) < 480;
  const font = { family: getComputedStyle(canvas).fontFamily, size: 12 };
  const ticks = { color: colours.text, font };
  const amounts = {
    stacked: !bars,
    beginAtZero: true,
    border: { display: false },
    grid: { color: colours.line, drawTicks: false },
    ticks: { ...ticks, precision: 0, maxTicksLimit: 5, padding: 8, display: !bars },
  };
  const names = {
    stacked: !bars,
    border: { color: colours.line },
    grid: { display: false },
    ticks: { ...ticks, autoSkip: !bars, maxRotation: 0, color: bars ? colours.strong : colours.text },
  };
  const config: ChartConfiguration<'bar'> = {
    type: 'bar',
    data: {
      labels: spec.labels.map((label) => (bars && isNarrow ? twoLines(label) : label)),
      datasets: spec.series.map(({ name, values }, index) => ({
        label: name,
        data: [...values],
        backgroundColor: fill(canvas, colours.series[index] ?? colours.text, colours.ground, index % 2 === 1),
        borderColor: colours.ground,
        borderWidth: spec.series.length > 1 ? { top: 1 } : 0,
        borderRadius: 4,
        borderSkipped: bars ? 'start' : 'bottom',
        maxBarThickness: 36,
        ...(bars && { barPercentage: 0.75, categoryPercentage: 1 }),
      })),
    },
    options: {
      indexAxis: bars ? 'y' : 'x',
      maintainAspectRatio: false,
      animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : { duration: 300 },
      // Space for the number beside the longest bar.
      layout: { padding: { right: bars ? 92 : 0 } },
      interaction: { mode: 'index', intersect: false, axis: bars ? 'y' : 'x' },
      scales: bars ? { x: { ...amounts, grid: { display: false } }, y: names } : { x: names, y: amounts },
      plugins: {
        tooltip: {
          enabled: !bars,
          backgroundColor: colours.strong,
          titleColor: colours.ground,
          bodyColor: colours.ground,
          titleFont: font,
          bodyFont: font,
          filter: ({ parsed }) => (parsed.y ?? 0) > 0,
        },
      },
    },
    plugins: spec.notes ? [notesBeside(spec.notes, colours.strong, font)] : [],
  };
  return new Chart(canvas, config);
}

/** Splits a label of several words into two lines of similar length. */
function twoLines(label: string): string | string[] {
  const middle = label.length / 2;
  const blanks = [...label.matchAll(/ /g)].map(({ index }) => index);
  const cut = blanks.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
  return cut === undefined || label.length < 10 ? label : [label.slice(0, cut), label.slice(cut + 1)];
}

/** A colour, with stripes for every second series, so that neighbours differ without colour too. */
function fill(
  canvas: HTMLCanvasElement,
  colour: string,
  ground: string,
  striped: boolean,
): string | CanvasPattern {
  if (!striped) return colour;
  const tile = canvas.ownerDocument.createElement('canvas');
  tile.width = tile.height = 8;
  const pen = tile.getContext('2d');
  if (!pen) return colour;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 8, 8);
  pen.strokeStyle = ground;
  pen.globalAlpha = 0.55;
  pen.lineWidth = 2;
  // Three lines, so that the tiles meet at their corners.
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  return canvas.getContext('2d')?.createPattern(tile, 'repeat') ?? colour;
}

const notesBeside = (
  notes: readonly string[],
  colour: string,
  { family, size }: { readonly family: string; readonly size: number },
): Plugin<'bar'> => ({
  id: 'notes',
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    ctx.save();
    ctx.fillStyle = colour;
    ctx.font = `600 ${size}px ${family}`;
    ctx.textBaseline = 'middle';
    chart.getDatasetMeta(0).data.forEach(({ x, y }, index) => ctx.fillText(notes[index] ?? '', x + 8, y));
    ctx.restore();
  },
});
