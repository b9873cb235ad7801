import { useEffect, useState } from 'preact/hooks'
import { type Canary, moveCanary } from './api.ts'
import type { FlagPartProps } from './flag-part-props.ts'

/** Seconds until a moment, counted down live. */
const useCountdown = (until: string | null): number => {
  const left = () => (until === null ? 0 : Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000)))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

const WORDS: Readonly<Record<Canary['status'], string>> = {
  running: 'advances by itself',
  paused: 'paused',
  succeeded: 'succeeded',
  rolled_back: 'rolled back',
}

const Progress = ({ canary: { stages, percentage, status, nextAt, reason } }: { readonly canary: Canary }) => {
  const seconds = useCountdown(nextAt)
  return (
    <>
      <ol class="stages" aria-label="Stages">
        {stages.map((stage) => (
          <li key={stage} class={stage <= percentage && status !== 'rolled_back' ? 'reached' : ''}>
            {stage} %
          </li>
        ))}
      </ol>
      <p>
        At {percentage} %, {WORDS[status]}
        {nextAt !== null && `, next stage in ${seconds} s`}
        {reason && `: ${reason}`}
      </p>
    </>
  )
}

/** The staged rollout: its state and its controls. */
export const CanaryPanel = ({ access, flag, act }: FlagPartProps) => {
  const { canary } = flag
  const [minutes, setMinutes] = useState(15)
  const isRunning = canary?.status === 'running'
  const isLive = isRunning || canary?.status === 'paused'
  const isUndoable = canary?.status === 'succeeded' && !canary.overruled && canary.percentage === flag.percentage
  const move = (action: 'start' | 'update' | 'stop', body?: object) => () =>
    act(() => moveCanary(access, flag, action, body))
  return (
    <fieldset>
      <legend>Canary</legend>
      {canary && <Progress canary={canary} />}
      {isLive ? (
        <span class="actions">
          <button type="button" class="danger" onClick={move('stop', { reason: 'Stopped on the page' })}>
            Stop and roll back
          </button>
          <button type="button" class="quiet" onClick={move('update', { paused: isRunning })}>
            {isRunning ? 'Pause' : 'Go on'}
          </button>
        </span>
      ) : (
        <span class="actions">
          <label>
            Minutes a stage
            <input
              type="number"
              min="1"
              max="43200"
              value={minutes}
              onInput={({ currentTarget }) => setMinutes(Math.max(1, Math.round(Number(currentTarget.value))))}
            />
          </label>
          <button type="button" onClick={move('start', { dwellSeconds: minutes * 60 })}>
            Start at 5 %
          </button>
          {isUndoable && (
            <button type="button" class="danger" onClick={move('stop', { reason: 'Rolled back on the page' })}>
              Roll back
            </button>
          )}
        </span>
      )}
    </fieldset>
  )
}
