import { Button, ConfirmDialog, Failure, Notice, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'

const Waiting = ({ until }: { readonly until: string | null }) => {
  const keep = useAction(
    () => accounts.keepAccount(),
    () => void readAgain('account-deletion'),
  )
  return (
    <Notice kind="warn" action={<ActionButton of={keep}>Keep the account</ActionButton>}>
      <p>
        This account is being deleted. Everything is erased{' '}
        {until === null ? 'soon' : <Time at={until} now={serviceNow()} isDay />}; until then you can keep it.
      </p>
      {keep.fault && <Failure fault={keep.fault} />}
    </Notice>
  )
}

/** The deletion of the account. It can be undone for 14 days. */
export const AccountDeletion = () => {
  const { email } = useSession()
  const [isOpen, setOpen] = useState(false)
  const deletion = useQuery({
    queryKey: ['account-deletion'],
    queryFn: ({ signal }) => accounts.getDeparture({}, { signal }),
  })
  const remove = useAction(
    () => accounts.deleteAccount(),
    () => {
      void readAgain('account-deletion')
      setOpen(false)
    },
  )
  return (
    <Section title="Delete the account">
      <Loaded of={deletion} rows={1}>
        {({ state, erases_at }) =>
          state === 'none' ? (
            <div class="row">
              <Button kind="danger" onClick={() => setOpen(true)}>
                Delete the account…
              </Button>
            </div>
          ) : (
            <Waiting until={erases_at} />
          )
        }
      </Loaded>
      {isOpen && (
        <ConfirmDialog
          title="Delete your account?"
          action="Delete the account"
          typed={email ?? 'delete'}
          isBusy={remove.isBusy}
          fault={remove.fault?.message}
          onConfirm={() => remove.run()}
          onClose={() => setOpen(false)}
        >
          <p>In 14 days everything of you and of your own organization is erased for good:</p>
          <p>images, flags, the archive, monitors, keys and agents. Organizations without other members go with it.</p>
          <p>Until then you can keep it after all. What was paid and used stays as numbers without a person.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
