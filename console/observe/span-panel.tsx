import { Badge, CopyId, Facts, IconButton, Section } from '@signet/ui'
import { useEffect, useRef } from 'preact/hooks'
import { capitalize } from '../session/capitalize.ts'
import { clockOf, spanTime } from './amounts.ts'
import { attributeText, reasonOf } from './trace-links.ts'
import type { Row, Span, TraceLog } from './waterfall-rows.ts'

type Attributes = Readonly<Record<string, unknown>>

const AttributeFacts = ({ of: attributes }: { readonly of: Attributes }) => {
  const all = Object.entries(attributes)
  if (all.length === 0) return <p class="second">None</p>
  return <Facts facts={all.map(([name, value]) => [name, attributeText(value)] as const)} />
}

const SpanDetail = ({ of: span }: { readonly of: Span }) => {
  const reason = reasonOf(span)
  return (
    <>
      <Facts
        facts={[
          [
            'Outcome',
            <Badge key="outcome" tone={span.status === 'ok' ? 'ok' : 'danger'}>
              {span.status === 'ok' ? 'OK' : 'Failed'}
            </Badge>,
          ],
          ['Reason', reason && <strong key="reason">{reason}</strong>],
          ['Service', span.service],
          ['Started', `${clockOf(span.start_time)} UTC`],
          ['Duration', spanTime(span.duration_ms)],
          [
            'ID',
            <span key="id">
              <code>{span.span_id}</code> <CopyId id={span.span_id} what="span ID" />
            </span>,
          ],
          ['Parent', span.parent_span_id && <code key="parent">{span.parent_span_id}</code>],
        ]}
      />
      <h3>Attributes</h3>
      <AttributeFacts of={span.attributes} />
      <h3>Events</h3>
      {span.events.length === 0 && <p class="second">None</p>}
      {span.events.map(({ name, time, attributes }, index) => (
        <div key={index} class="stack tight">
          <p>
            <strong>{name}</strong> <span class="second small">{clockOf(time)}</span>
          </p>
          {Object.keys(attributes).length > 0 && <AttributeFacts of={attributes} />}
        </div>
      ))}
    </>
  )
}

const LogDetail = ({ of: log }: { readonly of: TraceLog }) => (
  <>
    <Facts
      facts={[
        ['Level', capitalize(log.level)],
        ['Message', log.message],
        ['Time', `${clockOf(log.ts)} UTC`],
        ['Error', log.error === null || log.error === undefined ? undefined : attributeText(log.error)],
      ]}
    />
    <h3>Context</h3>
    <AttributeFacts of={{ ...log.context, ...log.metadata }} />
  </>
)

export const SpanPanel = ({ of: row, onClose }: { readonly of: Row; readonly onClose: () => void }) => {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [row])
  return (
    <aside
      class="span-panel"
      aria-label="Span"
      ref={panel}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Section
        title={row.kind === 'span' ? row.span.operation : 'Log'}
        isCard
        actions={<IconButton name="close" label="Close" onClick={onClose} />}
      >
        {row.kind === 'span' ? <SpanDetail of={row.span} /> : <LogDetail of={row.log} />}
      </Section>
    </aside>
  )
}
