import type { ChangeObserveSloInput, GetObserveSloOutput } from '../api/observe.ts'

/** The form of an objective; shares are in percent. */
export interface ObjectiveDraft {
  readonly name: string
  readonly worker: string
  readonly kind: 'availability' | 'latency'
  readonly ms: string
  readonly percent: string
  readonly days: '7' | '30'
}

const EMPTY: ObjectiveDraft = { name: '', worker: '', kind: 'availability', ms: '500', percent: '99.9', days: '30' }

export const objectiveDraftOf = (slo?: Omit<GetObserveSloOutput, 'attained'>): ObjectiveDraft => {
  if (!slo) return EMPTY
  const { name, worker, indicator, objective, window_days: days } = slo
  return {
    ...EMPTY,
    name,
    worker,
    kind: indicator.kind,
    days: days === 7 ? '7' : '30',
    ...(indicator.kind === 'latency' ? { ms: String(indicator.threshold_ms) } : {}),
    percent: String(Number((objective * 100).toPrecision(12))),
  }
}

export const objectiveOf = ({
  worker,
  kind,
  ms,
  percent,
  days,
}: ObjectiveDraft): Omit<ChangeObserveSloInput, 'id'> => ({
  worker,
  indicator: kind === 'latency' ? { kind, threshold_ms: Number(ms) } : { kind },
  // Rounded to ten digits, because 99.9 / 100 is 0.9990000000000001 otherwise.
  objective: Number((Number(percent) / 100).toPrecision(10)),
  window_days: days === '7' ? 7 : 30,
})
