import { Empty, Facts, Failure, Section, Time, type Tone } from '@signet/ui'
import { type Canary, type Flag, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { formatCount } from '../session/amounts.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { CanaryForm } from './canary-form.tsx'
import { FlagUsage } from './flag-usage.tsx'
import { useEnvironment } from './queries.ts'
import { useCacheFlag } from './use-cache-flag.ts'

const STATES: Readonly<Record<Canary['status'], { readonly text: string; readonly tone: Tone }>> = {
  running: { text: 'Running', tone: 'accent' },
  paused: { text: 'Paused', tone: 'warn' },
  succeeded: { text: 'Succeeded', tone: 'ok' },
  rolled_back: { text: 'Rolled back', tone: 'danger' },
}

const guardWords = (guard: Canary['guards'][number]): string =>
  guard.type === 'alarm'
    ? `CloudWatch alarm ${guard.alarm}`
    : `more than ${guard.maxPercent}% errors (after ${formatCount(Number(guard.minEvaluations), 'evaluation')})`

const CanaryState = ({ of: canary }: { readonly of: Canary }) => (
  <Facts
    facts={[
      ['Status', <StateBadge key="state" of={STATES[canary.status]} />],
      ['Percentage', `${canary.percentage}%`],
      ['Stages', canary.stages.map((stage) => `${stage}%`).join(' → ')],
      ['Next stage', canary.nextAt ? <Time key="next" at={canary.nextAt} now={serviceNow()} /> : undefined],
      ['Automatic rollback', canary.guards.length === 0 ? 'None' : `On ${canary.guards.map(guardWords).join(' or ')}`],
      ['Started', <Time key="started" at={canary.startedAt} now={serviceNow()} />],
      ['Reason', canary.reason],
    ]}
  />
)

const isActive = ({ status }: Canary): boolean => status === 'running' || status === 'paused'

/** A succeeded canary can be undone until someone changes the percentage. */
const isUndoable = ({ canary, percentage }: Flag): boolean =>
  canary?.status === 'succeeded' && !canary.overruled && canary.percentage === percentage

const Controls = ({ of: flag }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const { key, canary } = flag
  const cacheFlag = useCacheFlag()
  const pause = useAction(
    () => flags.updateCanary({ key, environment, paused: canary?.status === 'running' }),
    cacheFlag,
  )
  const stop = useAction(() => flags.stopCanary({ key, environment, reason: 'Stopped in the console' }), cacheFlag)
  if (!canary || !(isActive(canary) || isUndoable(flag))) return null
  return (
    <>
      <div class="row">
        {isActive(canary) && <ActionButton of={pause}>{canary.status === 'running' ? 'Pause' : 'Resume'}</ActionButton>}
        <ActionButton kind="danger" of={stop}>
          {isActive(canary) ? 'Stop and roll back' : 'Roll back'}
        </ActionButton>
      </div>
      {pause.fault && <Failure fault={pause.fault} />}
      {stop.fault && <Failure fault={stop.fault} />}
    </>
  )
}

export const CanaryView = ({ of: flag }: { readonly of: Flag }) => {
  const { canary } = flag
  return (
    <div class="stack wide">
      <Section title="Canary">
        {canary ? (
          <CanaryState of={canary} />
        ) : (
          <Empty>Canary progress appears here. Start a canary below to raise the share of users in stages.</Empty>
        )}
        <Controls of={flag} />
      </Section>
      {!(canary && isActive(canary)) && <CanaryForm of={flag} />}
      {canary && <FlagUsage of={flag} />}
    </div>
  )
}
