import { Code, Failure, Notice, PageHead } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type AuditVerdict, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { AuditLog } from './audit-log.tsx'
import { EnvironmentSelect } from './environment-select.tsx'
import { FlagTabs } from './flag-tabs.tsx'
import { useEnvironment } from './readings.ts'

const Verdict = ({ of: { valid, entries, head, brokenAt, problem } }: { readonly of: AuditVerdict }) => (
  <Notice kind={valid ? 'ok' : 'danger'} isAlert>
    <p>
      {valid
        ? `All ${entries.toLocaleString('en')} entries are as they were written.`
        : `Entry ${brokenAt} is not as it was written: ${problem}`}
    </p>
    <Code label="The hash of the last entry; a copy elsewhere tells of a log that was written anew" text={head} />
  </Notice>
)

export const AuditPage = () => {
  const [environment] = useEnvironment()
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const verify = useAction(() => flags.verifyAudit({ environment }), setVerdict)
  return (
    <div class="stack">
      <PageHead
        title="Flags"
        about="Each entry holds the hash of the one before, so that none can be changed or left out."
        actions={<ActionButton of={verify}>Verify the log</ActionButton>}
      />
      <FlagTabs current="/flags/audit" environment={environment} />
      <EnvironmentSelect />
      {verify.fault && <Failure fault={verify.fault} />}
      {verdict && <Verdict of={verdict} />}
      <AuditLog />
    </div>
  )
}
