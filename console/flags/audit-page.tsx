import { Code, Failure, Notice, PageHead } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type AuditVerdict, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { formatCount } from '../session/amounts.ts'
import { AuditLog } from './audit-log.tsx'
import { EnvironmentSelect } from './environment-select.tsx'
import { FlagTabs } from './flag-tabs.tsx'
import { useEnvironment } from './queries.ts'

const Verdict = ({ of: { valid, entries, head, brokenAt, problem } }: { readonly of: AuditVerdict }) => (
  <Notice kind={valid ? 'ok' : 'danger'} isAlert>
    <p>
      {valid
        ? `The log is consistent (${formatCount(entries, 'entry', 'entries')}).`
        : `Verification failed at entry ${brokenAt}: ${problem}`}
    </p>
    <Code label={valid ? 'Hash of the last entry' : 'Hash of the last verified entry'} text={head} />
    {valid && <p class="second small">Store a copy of this hash elsewhere to detect a rewritten log later.</p>}
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
        about="A record of all changes. Each entry contains the hash of the previous one, so that verification detects changed or removed entries."
        actions={<ActionButton of={verify}>Verify log</ActionButton>}
      />
      <FlagTabs current="/flags/audit" environment={environment} />
      <EnvironmentSelect />
      {verify.fault && <Failure fault={verify.fault} />}
      {verdict && <Verdict of={verdict} />}
      <AuditLog />
    </div>
  )
}
