import { Button, ConfirmDialog, Failure, Notice, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'

const ScheduledDeletionNotice = ({ until }: { readonly until: string | null }) => {
  const cancel = useAction(
    () => accounts.cancelAccountDeletion(),
    () => void invalidate('account-deletion'),
  )
  return (
    <Notice kind="warn" action={<ActionButton of={cancel}>Cancel deletion</ActionButton>}>
      <p>
        This account is scheduled for deletion. All data will be erased{' '}
        {until === null ? (
          'soon'
        ) : (
          <>
            on <Time at={until} now={serviceNow()} isDay />
          </>
        )}
        . You can cancel the deletion until then.
      </p>
      {cancel.fault && <Failure fault={cancel.fault} />}
    </Notice>
  )
}

/** Account deletion, with a grace period of 14 days. */
export const AccountDeletion = () => {
  const { email } = useSession()
  const [isOpen, setOpen] = useState(false)
  const deletion = useQuery({
    queryKey: ['account-deletion'],
    queryFn: ({ signal }) => accounts.getAccountDeletion({}, { signal }),
  })
  const remove = useAction(
    () => accounts.deleteAccount(),
    () => {
      void invalidate('account-deletion')
      setOpen(false)
    },
  )
  return (
    <Section title="Account deletion">
      <Loaded of={deletion} rows={1}>
        {({ state, erases_at }) =>
          state === 'none' ? (
            <div class="row">
              <Button kind="danger" onClick={() => setOpen(true)}>
                Delete account…
              </Button>
            </div>
          ) : state === 'erasing' ? (
            <Notice kind="warn">
              <p>All data of this account is being erased. The deletion can no longer be canceled.</p>
            </Notice>
          ) : (
            <ScheduledDeletionNotice until={erases_at} />
          )
        }
      </Loaded>
      {isOpen && (
        <ConfirmDialog
          title="Delete your account?"
          action="Delete account"
          requiredText={email ?? 'delete'}
          isBusy={remove.isBusy}
          fault={remove.fault?.message}
          onConfirm={() => remove.run()}
          onClose={() => setOpen(false)}
        >
          <p>After 14 days, everything in your account and your personal organization is permanently erased:</p>
          <p>
            images, flags, the archive, monitors, API keys and connected agents. Organizations without other members are
            also deleted.
          </p>
          <p>You can cancel the deletion until then. Billing and usage figures are retained without personal data.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
