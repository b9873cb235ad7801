import { Button, ConfirmDialog, Notice, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { nameOf, useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'

const ScheduledDeletionNotice = ({
  until,
  isBusy,
  onCancel,
}: {
  readonly until: string | null
  readonly isBusy: boolean
  readonly onCancel: () => void
}) => (
  <Notice
    kind="warn"
    action={
      <Button isBusy={isBusy} onClick={onCancel}>
        Cancel deletion
      </Button>
    }
  >
    <p>
      This organization is scheduled for deletion. All data will be erased{' '}
      {until === null ? (
        'soon'
      ) : (
        <>
          on <Time at={until} now={serviceNow()} isDay />
        </>
      )}
      .
    </p>
  </Notice>
)

/** Organization deletion, with a grace period of 14 days. */
export const OrganizationDeletion = () => {
  const { organization } = useSession()
  const [isOpen, setOpen] = useState(false)
  const org = organization.id
  const deletion = useQuery({
    queryKey: ['organization-deletion', org],
    queryFn: ({ signal }) => accounts.getOrganizationDeletion({ org }, { signal }),
  })
  const onChanged = () => {
    void invalidate('organization-deletion')
    setOpen(false)
  }
  const scheduleDeletion = useAction(() => accounts.deleteOrganization({ org }), onChanged)
  const cancel = useAction(() => accounts.cancelOrganizationDeletion({ org }), onChanged)
  return (
    <Section title="Organization deletion">
      <Loaded of={deletion} rows={1}>
        {({ state, erases_at }) =>
          state === 'none' ? (
            <div class="row">
              <Button kind="danger" onClick={() => setOpen(true)}>
                Delete {nameOf(organization)}…
              </Button>
            </div>
          ) : state === 'erasing' ? (
            <Notice kind="warn">
              <p>All data of this organization is being erased. The deletion can no longer be canceled.</p>
            </Notice>
          ) : (
            <ScheduledDeletionNotice until={erases_at} isBusy={cancel.isBusy} onCancel={() => cancel.run()} />
          )
        }
      </Loaded>
      {isOpen && (
        <ConfirmDialog
          title={`Delete ${nameOf(organization)}?`}
          action="Delete organization"
          requiredText={nameOf(organization)}
          isBusy={scheduleDeletion.isBusy}
          fault={scheduleDeletion.fault?.message}
          onConfirm={() => scheduleDeletion.run()}
          onClose={() => setOpen(false)}
        >
          <p>
            After 14 days, the images, flags, archive, monitors and API keys of the organization are permanently erased
            for all members.
          </p>
          <p>An owner can cancel the deletion until then.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
