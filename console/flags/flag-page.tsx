import { LinkTabs, PageHead, Switch } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type { Flag } from '../api/flags.ts'
import { addressWith, useParameter } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { AuditLog } from './audit-log.tsx'
import { CanaryView } from './canary-view.tsx'
import { Editor } from './editor.tsx'
import { Explanation } from './explanation.tsx'
import { FlagSettings } from './flag-settings.tsx'
import { flagAddress } from './flag-tabs.tsx'
import { FlagUsage } from './flag-usage.tsx'
import { flagAt, stateSentence } from './flag-words.ts'
import { flagQuery, useEnvironment } from './queries.ts'
import { SaveDialog } from './save-dialog.tsx'

const VIEWS = [
  ['', 'Targeting'],
  ['evaluation', 'Evaluation'],
  ['canary', 'Canary'],
  ['usage', 'Usage'],
  ['audit', 'Audit log'],
  ['settings', 'Settings'],
] as const

const ViewContent = ({ of: flag, view }: { readonly of: Flag; readonly view: string }) => {
  if (view === 'evaluation') return <Explanation of={flag} />
  if (view === 'canary') return <CanaryView of={flag} />
  if (view === 'usage') return <FlagUsage of={flag} />
  if (view === 'audit') return <AuditLog flag={flag.key} />
  if (view === 'settings') return <FlagSettings of={flag} />
  return <Editor key={flag.key} of={flag} />
}

const FlagView = ({ of: flag }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const [view] = useParameter('view')
  // The switch opens the save dialog, which shows the effect of the change for review.
  const [isSwitching, setSwitching] = useState(false)
  const close = () => setSwitching(false)
  const viewAddress = (name: string) =>
    addressWith(`/flags/${encodeURIComponent(flag.key)}`, {
      environment: environment === 'production' ? undefined : environment,
      view: name,
    })
  return (
    <div class="stack">
      <PageHead
        title={flag.key}
        about={
          <>
            {stateSentence(flagAt(flag, serviceNow()))}.{' '}
            <a href={flagAddress('/flags', environment)}>All flags in {environment}</a>
          </>
        }
        actions={
          !flag.archived && (
            <Switch label={flag.enabled ? 'On' : 'Off'} isOn={flag.enabled} onSwitch={() => setSwitching(true)} />
          )
        }
      />
      {isSwitching && <SaveDialog of={flag} change={{ enabled: !flag.enabled }} onClose={close} onSaved={close} />}
      <LinkTabs
        label="Flag views"
        links={VIEWS.map(([name, text]) => ({ href: viewAddress(name), text }))}
        current={viewAddress(view)}
      />
      <ViewContent of={flag} view={view} />
    </div>
  )
}

export const FlagPage = () => {
  const { params } = useRoute()
  const [environment] = useEnvironment()
  const flag = useOrganizationQuery(flagQuery, environment, params.key ?? '')
  const back = { href: flagAddress('/flags', environment), text: 'Back to flags' }
  return (
    <Loaded of={flag} absent={<NotFound what={`flag in ${environment}`} back={back} />}>
      {(data) => <FlagView of={data} />}
    </Loaded>
  )
}
