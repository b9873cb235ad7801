import { Button, Failure, LinkButton, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts, type GetAccountExportOutput } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'

const POLL_MS = 4_000

const sizeOf = (bytes: number | null): string =>
  `${Math.max(1, Math.round((bytes ?? 0) / 1_000)).toLocaleString('en')} kB`

const Ready = ({ of: state }: { readonly of: GetAccountExportOutput }) => {
  const renew = useAction(
    () => accounts.renewAccountExport(),
    () => void readAgain('account-export'),
  )
  return (
    <>
      <p>
        The copy of <Time at={state.asked_at} now={serviceNow()} /> is ready: {sizeOf(state.bytes)}, {state.files}{' '}
        files.
        {state.expires_at && (
          <>
            {' '}
            It is kept until <Time at={state.expires_at} now={serviceNow()} isDay />.
          </>
        )}
      </p>
      {state.missing.length > 0 && <p>Without the parts of {state.missing.join(', ')}, which did not answer.</p>}
      {renew.fault && <Failure fault={renew.fault} />}
      <div class="row">
        {state.url && (
          <LinkButton href={state.url} download>
            Download the ZIP
          </LinkButton>
        )}
        <ActionButton kind="quiet" of={renew}>
          Make a new copy
        </ActionButton>
      </div>
    </>
  )
}

const State = () => {
  const copy = useQuery({
    queryKey: ['account-export'],
    queryFn: ({ signal }) => accounts.getAccountExport({}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'ready' ? false : POLL_MS),
  })
  return (
    <Loaded of={copy} rows={1}>
      {(state) =>
        state.state === 'ready' ? (
          <Ready of={state} />
        ) : (
          <p role="status">
            It is being prepared: {state.answered.length} parts are there
            {state.missing.length > 0 && `, ${state.missing.join(', ')} not yet`}. This page shows it when it is ready.
          </p>
        )
      }
    </Loaded>
  )
}

export const AccountExport = () => {
  const [isAsked, setAsked] = useState(false)
  return (
    <Section title="A copy of everything">
      <p class="second">
        A ZIP of what is kept of you and of your own organization: JSON Lines by service, the pictures that are still
        there, and a list of all files. Secrets and keys are not in it.
      </p>
      {isAsked ? (
        <State />
      ) : (
        <div class="row">
          <Button onClick={() => setAsked(true)}>Prepare the copy</Button>
        </div>
      )}
    </Section>
  )
}
