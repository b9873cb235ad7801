import { PageHead } from '@signet/ui'
import { nameOf, useSession } from '../session/session.tsx'
import { Attention } from './attention.tsx'
import { Checklist } from './checklist.tsx'
import { Health } from './health.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { RunningCanaries } from './running-canaries.tsx'
import { Usage } from './usage.tsx'
import './overview.css'

export const Area = () => {
  const { organization } = useSession()
  return (
    <div class="stack wide">
      <PageHead
        title="Overview"
        about={`Notices, usage, running canaries and recent images of ${nameOf(organization)}.`}
      />
      <Attention />
      <Checklist />
      <Usage />
      <RecentJobs />
      <RunningCanaries />
      <Health />
    </div>
  )
}
