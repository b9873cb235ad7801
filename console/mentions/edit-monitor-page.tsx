import { PageHead } from '@signet/ui'
import { useLocation, useRoute } from 'preact-iso'
import { sentiment } from '../api/sentiment.ts'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { type MonitorDraft, updateInputOf } from './monitor-draft.ts'
import { MonitorForm } from './monitor-form.tsx'
import { monitorQuery } from './queries.ts'

/** Edits a monitor. Empty credential fields keep the stored values. */
export const EditMonitorPage = () => {
  const { params } = useRoute()
  const { route } = useLocation()
  const tenantId = params.tenantId ?? ''
  const monitor = useOrganizationQuery(monitorQuery, tenantId)
  const save = useAction(
    (draft: MonitorDraft) => sentiment.changeSentimentMonitor(updateInputOf(draft)),
    () => {
      void invalidate('mentions')
      route(`/mentions/${tenantId}`)
    },
  )
  return (
    <div class="stack">
      <PageHead title={`Edit ${tenantId}`} />
      <Loaded of={monitor} absent={<NotFound what="monitor" back={{ href: '/mentions', text: 'Back to monitors' }} />}>
        {(data) => <MonitorForm of={data} save={save} />}
      </Loaded>
    </div>
  )
}
