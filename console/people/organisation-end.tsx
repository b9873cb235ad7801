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

/** The end of an organisation: 14 days to think again. */
export const OrganisationEnd = () => {
  const { organisation } = useSession()
  const [isOpen, setOpen] = useState(false)
  const org = organisation.id
  const deletion = useQuery({
    queryKey: ['organisation-deletion', org],
    queryFn: ({ signal }) => accounts.getOrganisationDeparture({ org }, { signal }),
  })
  const changed = () => {
    void readAgain('organisation-deletion')
    setOpen(false)
  }
  const leave = useAction(() => accounts.deleteOrganisation({ org }), changed)
  const keep = useAction(() => accounts.keepOrganisation({ org }), changed)
  return (
    <Section title="Delete the organisation">
      <Loaded of={deletion} rows={1}>
        {({ state, erases_at }) =>
          state === 'none' ? (
            <div class="row">
              <Button kind="danger" onClick={() => setOpen(true)}>
                Delete {nameOf(organisation)}…
              </Button>
            </div>
          ) : (
            <Leaving until={erases_at} isBusy={keep.isBusy} onKeep={() => keep.run()} />
          )
        }
      </Loaded>
      {isOpen && (
        <ConfirmDialog
          title={`Delete ${nameOf(organisation)}?`}
          action="Delete the organisation"
          typed={nameOf(organisation)}
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
