import { Button, Failure, LinkButton, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts, type GetAccountExportOutput } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'

const POLL_MS = 4_000

const SERVICE_WORDS: Readonly<Record<string, string>> = {
  'agent-grants': 'connected agents',
  notifications: 'emails',
  observe: 'telemetry',
  'platform-images': 'images of the platform API',
  posture: 'security intakes',
  runtime: 'readings',
  sentiment: 'mentions',
  trust: 'trust pages',
}

const serviceWords = (service: string): string => SERVICE_WORDS[service] ?? service.replaceAll('-', ' ')

const sizeOf = (bytes: number | null): string =>
  `${Math.max(1, Math.round((bytes ?? 0) / 1_000)).toLocaleString('en')} kB`

const ReadyExport = ({ of: state }: { readonly of: GetAccountExportOutput }) => {
  const renew = useAction(
    () => accounts.renewAccountExport(),
    () => void invalidate('account-export'),
  )
  return (
    <>
      <p>
        The export requested <Time at={state.asked_at} now={serviceNow()} /> is ready: {sizeOf(state.bytes)},{' '}
        {formatCount(state.files ?? 0, 'file')}.
        {state.expires_at && (
          <>
            {' '}
            The ZIP is available until <Time at={state.expires_at} now={serviceNow()} isDay />.
          </>
        )}
      </p>
      {state.missing.length > 0 && (
        <p>Not included, because the services did not respond: {state.missing.map(serviceWords).join(', ')}.</p>
      )}
      {renew.fault && <Failure fault={renew.fault} />}
      <div class="row">
        {state.url && (
          <LinkButton href={state.url} download>
            Download ZIP
          </LinkButton>
        )}
        <ActionButton kind="quiet" of={renew}>
          Create new export
        </ActionButton>
      </div>
    </>
  )
}

const ExportState = () => {
  const exportQuery = useQuery({
    queryKey: ['account-export'],
    queryFn: ({ signal }) => accounts.getAccountExport({}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'ready' ? false : POLL_MS),
  })
  return (
    <Loaded of={exportQuery} rows={1}>
      {(state) =>
        state.state === 'ready' ? (
          <ReadyExport of={state} />
        ) : (
          <p role="status">
            Preparing the export: {formatCount(state.answered.length, 'service')} completed
            {state.missing.length > 0 && `, waiting for ${state.missing.map(serviceWords).join(', ')}`}. This page
            updates when the export is ready.
          </p>
        )
      }
    </Loaded>
  )
}

export const AccountExport = () => {
  const [isRequested, setRequested] = useState(false)
  return (
    <Section title="Data export">
      <p class="second">
        A ZIP file with the data of your account and your personal organization: JSON Lines by service, stored images
        and a file list. Secrets and API keys are not included.
      </p>
      {isRequested ? (
        <ExportState />
      ) : (
        <div class="row">
          <Button onClick={() => setRequested(true)}>Create export</Button>
        </div>
      )}
    </Section>
  )
}
