import type { TargetedKeyboardEvent } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { clockOf, spanTime } from './amounts.ts'
import { SpanPanel } from './span-panel.tsx'
import type { Row } from './waterfall-rows.ts'

/** Maximum indentation. `aria-level` still gives the real depth. */
const DEPTH_MAX = 10
const INDENT_PX = 12
const WIDTH = 1_000

const Bar = ({ of: row }: { readonly of: Row }) => {
  const x = Math.min(row.offset * WIDTH, WIDTH - 2)
  const width = row.kind === 'span' ? Math.max(2, Math.min(row.width * WIDTH, WIDTH - x)) : 2
  return (
    <svg class="span-bar" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
      <rect x={x} width={width} height="8" />
    </svg>
  )
}

const SpanWords = ({ of: row }: { readonly of: Row }) => {
  if (row.kind === 'log') {
    return (
      <>
        <span class="span-name clipped">
          <span class="log-level">{row.log.level}</span> {row.log.message}
        </span>
        <span class="second small clipped">{clockOf(row.log.ts)}</span>
      </>
    )
  }
  const { span, isOrphan } = row
  return (
    <>
      <span class="span-name clipped">
        {span.status === 'error' && <strong class="span-failed">Failed </strong>}
        {span.operation} {isOrphan && <span class="second small">(parent missing)</span>}
      </span>
      <span class="span-facts second small clipped">
        {spanTime(span.duration_ms)} · {span.service}
      </span>
    </>
  )
}

const classOf = (row: Row): string => {
  if (row.kind === 'log') return `span-row log ${row.log.level}`
  return row.span.status === 'error' ? 'span-row failed' : 'span-row'
}

interface LineProps {
  readonly row: Row
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly onOpen: (row: Row) => void
}

/** A row, memoized because a trace may have a thousand. */
const Line = ({ row, isCurrent, isOpen, onOpen }: LineProps) =>
  useMemo(
    () => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the tree around all lines
      <div
        class={classOf(row)}
        role="treeitem"
        aria-level={row.depth + 1}
        aria-selected={isOpen}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onOpen(row)}
      >
        <span class="span-label">
          <svg width={Math.min(row.depth, DEPTH_MAX) * INDENT_PX} height="1" aria-hidden="true" />
          <SpanWords of={row} />
        </span>
        <Bar of={row} />
      </div>
    ),
    [row, isCurrent, isOpen, onOpen],
  )

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 20, last),
  PageUp: (at) => Math.max(at - 20, 0),
  Home: () => 0,
  End: (_, last) => last,
}

export const Waterfall = ({ rows }: { readonly rows: readonly Row[] }) => {
  const tree = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState<Row>()
  const onOpen = useMemo(
    () => (row: Row) => {
      setAt(rows.indexOf(row))
      setOpen(row)
    },
    [rows],
  )
  const goTo = (next: number) => {
    setAt(next)
    const line = tree.current?.children[next]
    if (line instanceof HTMLElement) line.focus()
  }
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const current = rows[at]
    if ((event.key === 'Enter' || event.key === ' ') && current) onOpen(current)
    else if (STEPS[event.key]) goTo(STEPS[event.key]?.(at, rows.length - 1) ?? at)
    else return
    event.preventDefault()
  }
  return (
    <div class={open ? 'waterfall-frame open' : 'waterfall-frame'}>
      <div class="waterfall" role="tree" aria-label="Spans" ref={tree} onKeyDown={move}>
        {rows.map((row, index) => (
          <Line key={index} row={row} isCurrent={index === at} isOpen={row === open} onOpen={onOpen} />
        ))}
      </div>
      {open && (
        <SpanPanel
          of={open}
          onClose={() => {
            setOpen(undefined)
            goTo(rows.indexOf(open))
          }}
        />
      )}
    </div>
  )
}
