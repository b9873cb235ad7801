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
  readonly on: TrustSlug
  readonly waitsFor: string | undefined
}

export const PublishedIntake = ({ on: { slug, current_hash: current }, waitsFor }: PublishedIntakeProps) => {
  const { options, pages } = useIntakeOptions()
  const [selectedHash, setChosen] = useState(current)
  const publishing = usePublish(current, () => void invalidate('trust'))
  const choices = options.some(({ value }) => value === current)
    ? options
    : [{ value: current, text: `Receipt ${current.slice(0, 12)}` }, ...options]
  return (
    <>
      <ActionForm
        action={publishing.begin}
        isRow
        text="Publish"
        onSubmit={() => publishing.begin.run({ slug, hash: selectedHash })}
        unavailable={selectedHash === current ? 'The page already shows this intake' : waitsFor}
        secondary={<MorePages of={pages} />}
      >
        <Select label="Intake" value={selectedHash} options={choices} onValue={setChosen} />
      </ActionForm>
      {pages.error && <Failure fault={faultOf(pages.error)} onRetry={() => void pages.refetch()} />}
      <PublishDialog of={publishing} />
    </>
  )
}
