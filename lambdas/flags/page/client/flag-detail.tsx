import { Refused } from '@signet/pages/client'
import { useState } from 'preact/hooks'
import { type Access, changeFlag, type Flag } from './api.ts'
import { AuditLog } from './audit-log.tsx'
import { CanaryPanel } from './canary-panel.tsx'
import type { FlagPartProps } from './flag-part-props.ts'
import { MetricsChart } from './metrics-chart.tsx'
import { Problem } from './problem.tsx'
import { Ramp } from './ramp.tsx'

interface FlagDetailProps {
  readonly access: Access
  readonly flag: Flag
  readonly onChange: (flag: Flag) => void
  /** Another request was faster: reload all flags. */
  readonly onStale: () => Promise<void>
}

/** One flag: switch, ramp, canary, use and history. */
export const FlagDetail = ({ access, flag, onChange, onStale }: FlagDetailProps) => {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const act: FlagPartProps['act'] = async (change) => {
    setBusy(true)
    try {
      onChange(await change())
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      if (error instanceof Refused && error.status === 409) await onStale()
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={`Flag ${flag.key}`} aria-busy={isBusy}>
      <h2>{flag.key}</h2>
      <p>{flag.description}</p>
      <p class="facts">
        {flag.type}, {flag.rules.length} rules, version {flag.version}, changed{' '}
        {new Date(flag.updatedAt).toLocaleString()}
      </p>
      <Problem problem={problem} />
      <label class="switch">
        <input
          type="checkbox"
          checked={flag.enabled}
          disabled={isBusy}
          onChange={() => act(() => changeFlag(access, flag, { enabled: !flag.enabled }))}
        />
        {flag.enabled ? 'On' : 'Off for everybody'}
      </label>
      <Ramp access={access} flag={flag} act={act} />
      <CanaryPanel access={access} flag={flag} act={act} />
      <MetricsChart access={access} flag={flag} />
      <AuditLog access={access} flag={flag} />
    </section>
  )
}
