import { Failure, Select } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { TrustSlug } from '../api/trust.ts'
import { ActionForm } from '../session/action-form.tsx'
import { faultOf } from '../session/faults.ts'
import { MorePages } from '../session/loaded.tsx'
import { invalidate } from '../session/queries.ts'
import { useIntakeOptions } from './intake-options.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { usePublish } from './use-publish.ts'

interface PublishedIntakeProps {
  readonly page: TrustSlug
  readonly whyBlocked: string | undefined
}

export const PublishedIntake = ({ page: { slug, current_hash: current }, whyBlocked }: PublishedIntakeProps) => {
  const { options, pages } = useIntakeOptions()
  const [selectedHash, setSelectedHash] = useState(current)
  const publishing = usePublish(current, () => void invalidate('trust'))
  const intakeChoices = options.some(({ value }) => value === current)
    ? options
    : [{ value: current, text: `Receipt ${current.slice(0, 12)}` }, ...options]
  return (
    <>
      <ActionForm
        action={publishing.begin}
        isRow
        text="Publish intake"
        onSubmit={() => publishing.begin.run({ slug, hash: selectedHash })}
        unavailable={selectedHash === current ? 'The page already shows this intake' : whyBlocked}
        secondary={<MorePages of={pages} />}
      >
        <Select label="Intake" value={selectedHash} options={intakeChoices} onValue={setSelectedHash} />
      </ActionForm>
      {pages.error && <Failure fault={faultOf(pages.error)} onRetry={() => void pages.refetch()} />}
      <PublishDialog publishing={publishing} />
    </>
  )
}
