import type { TargetedKeyboardEvent } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { clockOf, spanTime } from './amounts.ts'
import { SpanPanel } from './span-panel.tsx'
import type { Row } from './waterfall-rows.ts'

/** Maximum indentation. `aria-level` still gives the real depth. */
const DEPTH_MAX = 10
const INDENT_PX = 12
const VIEWBOX_WIDTH = 1_000

const Bar = ({ of: row }: { readonly of: Row }) => {
  const x = Math.min(row.offset * VIEWBOX_WIDTH, VIEWBOX_WIDTH - 2)
  const width = row.kind === 'span' ? Math.max(2, Math.min(row.width * VIEWBOX_WIDTH, VIEWBOX_WIDTH - x)) : 2
  return (
    <svg class="span-bar" viewBox={`0 0 ${VIEWBOX_WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
      <rect x={x} width={width} height="8" />
    </svg>
  )
}

const RowLabel = ({ of: row }: { readonly of: Row }) => {
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

interface WaterfallRowProps {
  readonly row: Row
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly onOpen: (row: Row) => void
}

/** A row of the tree, memoized because a trace may have a thousand rows. */
const WaterfallRow = ({ row, isCurrent, isOpen, onOpen }: WaterfallRowProps) =>
  useMemo(
    () => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding tree element handles keys
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
          <RowLabel of={row} />
        </span>
        <Bar of={row} />
      </div>
    ),
    [row, isCurrent, isOpen, onOpen],
  )

const FOCUS_MOVES: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  PageDown: (index, last) => Math.min(index + 20, last),
  PageUp: (index) => Math.max(index - 20, 0),
  Home: () => 0,
  End: (_, last) => last,
}

export const Waterfall = ({ rows }: { readonly rows: readonly Row[] }) => {
  const tree = useRef<HTMLDivElement>(null)
  const [focusedIndex, setFocusedIndex] = useState(0)
  const [openRow, setOpenRow] = useState<Row>()
  const onOpen = useMemo(
    () => (row: Row) => {
      setFocusedIndex(rows.indexOf(row))
      setOpenRow(row)
    },
    [rows],
  )
  const focusRow = (next: number) => {
    setFocusedIndex(next)
    const element = tree.current?.children[next]
    if (element instanceof HTMLElement) element.focus()
  }
  const handleKey = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const current = rows[focusedIndex]
    if ((event.key === 'Enter' || event.key === ' ') && current) onOpen(current)
    else if (FOCUS_MOVES[event.key]) focusRow(FOCUS_MOVES[event.key]?.(focusedIndex, rows.length - 1) ?? focusedIndex)
    else return
    event.preventDefault()
  }
  return (
    <div class={openRow ? 'waterfall-frame open' : 'waterfall-frame'}>
      <div class="waterfall" role="tree" aria-label="Spans" ref={tree} onKeyDown={handleKey}>
        {rows.map((row, index) => (
          <WaterfallRow
            key={index}
            row={row}
            isCurrent={index === focusedIndex}
            isOpen={row === openRow}
            onOpen={onOpen}
          />
        ))}
      </div>
      {openRow && (
        <SpanPanel
          of={openRow}
          onClose={() => {
            setOpenRow(undefined)
            focusRow(rows.indexOf(openRow))
          }}
        />
      )}
    </div>
  )
}
