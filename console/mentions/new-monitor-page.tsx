import { LinkButton, PageHead, Secret } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type CreateSentimentMonitorOutput, sentiment } from '../api/sentiment.ts'
import { useAction } from '../session/action.ts'
import { invalidate } from '../session/queries.ts'
import { createInputOf, type MonitorDraft } from './monitor-draft.ts'
import { MonitorForm } from './monitor-form.tsx'
import { secretSamples } from './secret-samples.ts'

export const NewMonitorPage = () => {
  const [created, setCreated] = useState<CreateSentimentMonitorOutput>()
  const create = useAction(
    (draft: MonitorDraft) => sentiment.createSentimentMonitor(createInputOf(draft)),
    (output) => {
      void invalidate('mentions')
      setCreated(output)
    },
  )
  if (created) {
    return (
      <div class="stack">
        <PageHead
          title={`Monitor ${created.monitor.tenantId} created`}
          about="The batches of this monitor are signed with this secret."
        />
        <Secret what="signing secret" text={created.signingSecret} samples={secretSamples(created.signingSecret)} />
        <div class="row">
          <LinkButton kind="primary" href={`/mentions/${created.monitor.tenantId}`}>
            I have copied the secret
          </LinkButton>
        </div>
      </div>
    )
  }
  return (
    <div class="stack">
      <PageHead
        title="New monitor"
        about="A monitor searches its platforms every 15 minutes and sends each new mention once."
      />
      <MonitorForm save={create} />
    </div>
  )
}
