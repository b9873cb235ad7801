import { Facts, Meter, Notice, PageHead, Section } from '@signet/ui'
import { Chart } from '@signet/ui/chart'
import { useLocation, useRoute } from 'preact-iso'
import { type GetObserveSloOutput, observe } from '../api/observe.ts'
import { useAction } from '../session/action.ts'
import { formatCount } from '../session/amounts.ts'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { invalidate, invalidateLater, useOrganizationQuery } from '../session/queries.ts'
import { percentOf, spanTime } from './amounts.ts'
import { type ObjectiveDraft, objectiveDraftOf, objectiveOf } from './objective-draft.ts'
import { ObjectiveForm } from './objective-form.tsx'
import { objectiveQuery } from './queries.ts'
import { objectiveWords } from './rule-words.ts'

type Attainment = GetObserveSloOutput['attained']

const HOME = '/observe/alerts/objectives'

export const NewObjectivePage = () => {
  const { route } = useLocation()
  const create = useAction(
    (draft: ObjectiveDraft) => observe.createObserveSlo({ name: draft.name, ...objectiveOf(draft) }),
    ({ id }) => {
      void invalidate('observe')
      route(`${HOME}/${id}`)
    },
  )
  return (
    <div class="stack">
      <PageHead
        title="New objective"
        about="An objective (SLO) is the share of a worker's traces that must be good. Traces stored before its creation also count."
      />
      <ObjectiveForm initialDraft={objectiveDraftOf()} save={create} isNew />
    </div>
  )
}

const BURN_WINDOWS = { '1h': '1 hour', '6h': '6 hours', '3d': '3 days' } as const

const burnRateWords = (rate: number | null): string =>
  rate === null ? 'No traces' : `${rate.toLocaleString('en', { maximumFractionDigits: 2 })}×`

const traceWords = (count: number): string =>
  `${count.toLocaleString('en', { maximumFractionDigits: 2 })} ${count === 1 ? 'trace' : 'traces'}`

const Budget = ({ of: attained }: { readonly of: Attainment }) => {
  const { total, bad, attainment, budget, budget_left: budgetLeft, budget_left_share: share } = attained
  if (attainment === null)
    return <p class="second">The error budget appears here once the worker has traces in this window.</p>
  return (
    <>
      <Meter
        label="Error budget"
        used={Number(bad.toFixed(2))}
        limit={Number(budget.toFixed(2))}
        detail={
          budgetLeft < 0
            ? `Exceeded by ${traceWords(-budgetLeft)}`
            : `${traceWords(budgetLeft)} left${share === null ? '' : `, ${percentOf(share)} of the budget`}`
        }
      />
      <Facts
        facts={[
          ['Good traces', `${percentOf(attainment)} of ${traceWords(total)}`],
          ['Bad traces', traceWords(bad)],
          [
            'Effective latency limit',
            attained.threshold_counted_ms === null ? undefined : `${spanTime(attained.threshold_counted_ms)}`,
          ],
          ...attained.burn_rates.map(
            ({ window, burn_rate: rate }) => [`Burn rate over ${BURN_WINDOWS[window]}`, burnRateWords(rate)] as const,
          ),
        ]}
      />
    </>
  )
}

const BudgetChart = ({ of: { series } }: { readonly of: Attainment }) => (
  <Section title="Budget over time">
    <Chart
      label="Budget over time"
      times={series.map(({ at }) => Date.parse(at))}
      series={[{ name: 'Remaining budget', values: series.map(({ budget_left_share: share }) => share) }]}
      format={percentOf}
    />
  </Section>
)

const DeleteObjectiveButton = ({ of: { id, name } }: { readonly of: GetObserveSloOutput }) => {
  const { route } = useLocation()
  return (
    <ConfirmButton
      text="Delete…"
      title={`Delete objective ${name}?`}
      action="Delete objective"
      work={() => observe.removeObserveSlo({ id })}
      onDone={() => {
        void invalidateLater('observe')
        route(HOME)
      }}
    >
      <p>First delete the rules that use the burn rate of this objective. Telemetry is not deleted.</p>
    </ConfirmButton>
  )
}

const ObjectiveView = ({ of: slo }: { readonly of: GetObserveSloOutput }) => {
  const save = useAction(
    (draft: ObjectiveDraft) => observe.changeObserveSlo({ id: slo.id, ...objectiveOf(draft) }),
    () => void invalidate('observe'),
  )
  return (
    <div class="stack">
      <PageHead title={slo.name} about={objectiveWords(slo)} actions={<DeleteObjectiveButton of={slo} />} />
      {slo.attained.is_clipped && (
        <Notice>
          <p>Your plan stores {formatCount(slo.attained.hours, 'hour')} of telemetry, which limits the window.</p>
        </Notice>
      )}
      <Section title="Budget" isCard>
        <Budget of={slo.attained} />
      </Section>
      {slo.attained.attainment !== null && <BudgetChart of={slo.attained} />}
      <Section title="Objective settings">
        <ObjectiveForm initialDraft={objectiveDraftOf(slo)} save={save} isNew={false} />
      </Section>
    </div>
  )
}

export const ObjectivePage = () => {
  const { params } = useRoute()
  const slo = useOrganizationQuery(objectiveQuery, params.id ?? '')
  return (
    <Loaded of={slo} absent={<NotFound what="objective" back={{ href: HOME, text: 'Back to objectives' }} />}>
      {(data) => <ObjectiveView key={data.id} of={data} />}
    </Loaded>
  )
}
