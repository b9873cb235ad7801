import { Button, ConfirmDialog, Notice, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { nameOf, useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'

const Leaving = ({
  until,
  isBusy,
  onKeep,
}: {
  readonly until: string | null
  readonly isBusy: boolean
  readonly onKeep: () => void
}) => (
  <Notice
    kind="warn"
    action={
      <Button isBusy={isBusy} onClick={onKeep}>
        Keep it
      </Button>
    }
  >
    <p>
      It is being deleted. Everything is erased {until === null ? 'soon' : <Time at={until} now={serviceNow()} isDay />}
      .
    </p>
  </Notice>
)

/** The end of an organization: 14 days to think again. */
export const OrganizationEnd = () => {
  const { organization } = useSession()
  const [isOpen, setOpen] = useState(false)
  const org = organization.id
  const deletion = useQuery({
    queryKey: ['organization-deletion', org],
    queryFn: ({ signal }) => accounts.getOrganizationDeparture({ org }, { signal }),
  })
  const changed = () => {
    void readAgain('organization-deletion')
    setOpen(false)
  }
  const leave = useAction(() => accounts.deleteOrganization({ org }), changed)
  const keep = useAction(() => accounts.keepOrganization({ org }), changed)
  return (
    <Section title="Delete the organization">
      <Loaded of={deletion} rows={1}>
        {({ state, erases_at }) =>
          state === 'none' ? (
            <div class="row">
              <Button kind="danger" onClick={() => setOpen(true)}>
                Delete {nameOf(organization)}…
              </Button>
            </div>
          ) : (
            <Leaving until={erases_at} isBusy={keep.isBusy} onKeep={() => keep.run()} />
          )
        }
      </Loaded>
      {isOpen && (
        <ConfirmDialog
          title={`Delete ${nameOf(organization)}?`}
          action="Delete the organization"
          typed={nameOf(organization)}
          isBusy={leave.isBusy}
          fault={leave.fault?.message}
          onConfirm={() => leave.run()}
          onClose={() => setOpen(false)}
        >
          <p>In 14 days its images, flags, archive, monitors and keys are erased for good, for all members.</p>
          <p>Until then an owner can keep it after all.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
