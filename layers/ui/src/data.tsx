import type { ComponentChildren } from 'preact'
import type { Tone } from './badge.tsx'

/** A list of names and values. Undefined values are omitted. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[]
}) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== undefined && value !== null)
      .flatMap(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
  </dl>
)

const WARNING_SHARE = 0.8

/** The used share of a limit. From 80 percent, the state is also stated in words. */
export const Meter = ({
  label,
  used,
  limit,
  detail,
}: {
  readonly label: string
  readonly used: number
  readonly limit: number
  readonly detail?: ComponentChildren
}) => {
  const share = limit === 0 ? 1 : used / limit
  const isNearlyUsedUp = share >= WARNING_SHARE
  return (
    <div class={isNearlyUsedUp ? 'meter warn' : 'meter'}>
      <div class="row apart">
        <span>{label}</span>
        <span>
          {used.toLocaleString('en')} of {limit.toLocaleString('en')}
          {isNearlyUsedUp ? (used >= limit ? ', used up' : ', nearly used up') : ''}
        </span>
      </div>
      <progress aria-label={label} value={Math.min(used, limit)} max={limit || 1} />
      {detail && <div class="second small">{detail}</div>}
    </div>
  )
}

export interface TimelineEntry {
  readonly title: ComponentChildren
  readonly tone?: Tone
  readonly at?: ComponentChildren
  readonly detail?: ComponentChildren
}

export const Timeline = ({
  entries,
  label,
}: {
  readonly entries: readonly TimelineEntry[]
  readonly label: string
}) => (
  <ol class="timeline" aria-label={label}>
    {entries.map(({ title, tone = 'neutral', at, detail }, index) => (
      <li key={index} class={tone}>
        <span>{title}</span>
        <span class="second small">{at}</span>
        {detail && <div class="detail">{detail}</div>}
      </li>
    ))}
  </ol>
)

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', added: '+', removed: '−' }
const HIDDEN_LABELS: Readonly<Record<DiffLine['kind'], string>> = { same: '', added: 'added: ', removed: 'removed: ' }

export const Diff = ({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable (axe: scrollable-region-focusable)
  <section class="diff" aria-label={label} tabIndex={0}>
    {lines.map(({ kind, text }, index) => (
      <div key={index} class={kind}>
        <span aria-hidden="true">{SIGNS[kind]}</span>
        <span>
          <span class="hidden-text">{HIDDEN_LABELS[kind]}</span>
          {text}
        </span>
      </div>
    ))}
  </section>
)
