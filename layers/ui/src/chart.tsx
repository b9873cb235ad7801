import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { Table } from './table.tsx'

export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface ChartProps {
  readonly label: string
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  /** Formats a value; default: with thousands separators. */
  readonly format?: (value: number) => string
}

/** Line styles that differ by dash as well as by color. */
const STROKES: readonly { readonly color: string; readonly dash: number[] }[] = [
  { color: '--accent', dash: [] },
  { color: '--danger', dash: [6, 3] },
  { color: '--ok', dash: [2, 3] },
  { color: '--warn', dash: [8, 3, 2, 3] },
]

const HEIGHT_PX = 200

const optionsOf = (element: HTMLElement, { series, format = String }: ChartProps): uPlot.Options => {
  const colorOf = (name: string): string => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const axis = { stroke: colorOf('--second'), grid: { stroke: colorOf('--line'), width: 1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    series: [
      {},
      ...series.map(({ name }, index) => {
        const { color, dash } = STROKES[index % STROKES.length] ?? { color: '--accent', dash: [] }
        return { label: name, stroke: colorOf(color), dash, width: 2, points: { show: false } }
      }),
    ],
    axes: [axis, { ...axis, size: 56, values: (_, values) => values.map((value) => format(value)) }],
  }
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short' })

const DataTable = ({ label, times, series, format = (value) => value.toLocaleString('en') }: ChartProps) => (
  <details>
    <summary>Data table</summary>
    <Table
      label={label}
      rows={times.map((time, index) => ({ time, index }))}
      keyOf={({ time }) => String(time)}
      columns={[
        { title: 'Time', cell: ({ time }) => timeFormat.format(time) },
        ...series.map(({ name, values }) => ({
          title: name,
          isNumber: true,
          cell: ({ index }: { readonly index: number }) => {
            const value = values[index]
            return value === null || value === undefined ? '–' : format(value)
          },
        })),
      ]}
    />
  </details>
)

/** A line chart with a table of the same data. The plotting library is loaded with the first chart. */
export const Chart = (props: ChartProps) => {
  const { label, times, series } = props
  const frame = useRef<HTMLDivElement>(null)
  const dataKey = JSON.stringify([times, series])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let plot: uPlot | undefined
    let isUnmounted = false
    const observer = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    void import('uplot').then(({ default: UPlot }) => {
      if (isUnmounted) return
      const data = [times.map((time) => time / 1_000), ...series.map(({ values }) => [...values])] as uPlot.AlignedData
      plot = new UPlot(optionsOf(element, props), data, element)
      observer.observe(element)
    })
    return () => {
      isUnmounted = true
      observer.disconnect()
      plot?.destroy()
    }
  }, [dataKey])
  return (
    <figure class="stack tight" aria-label={label}>
      <div class="chart" ref={frame} aria-hidden="true" />
      <ul class="chart-legend" aria-hidden="true">
        {series.map(({ name }, index) => (
          <li key={name}>
            <LegendLine index={index} /> {name}
          </li>
        ))}
      </ul>
      <DataTable {...props} />
    </figure>
  )
}

const LegendLine = ({ index }: { readonly index: number }) => {
  const { color, dash } = STROKES[index % STROKES.length] ?? { color: '--accent', dash: [] }
  return (
    <svg width="24" height="8" aria-hidden="true">
      <line x1="0" y1="4" x2="24" y2="4" stroke={`var(${color})`} stroke-width="2" stroke-dasharray={dash.join(' ')} />
    </svg>
  )
}
