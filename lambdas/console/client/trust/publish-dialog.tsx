import { Button, Checkbox, Dialog, Failure, Notice } from '@signet/ui'
import { useState } from 'preact/hooks'
import { counted } from '../session/amounts.ts'
import { badgeWords, isInForce } from './trust-words.ts'
import type { Considered, usePublish } from './use-publish.ts'

const theDocuments = (count: number): string => (count === 1 ? 'the document' : `the ${count} documents`)

/** What buyers read first on the page, where it is nothing good. */
const Warned = ({ of }: { readonly of: Considered }) => {
  if (isInForce(of)) return null
  const { text, meaning } = badgeWords(of)
  return (
    <Notice kind="warn">
      <p>
        Buyers will see “{text}”. {meaning}
      </p>
    </Notice>
  )
}

const Missing = ({
  of: { missing },
  isTaking,
  setTaking,
}: {
  readonly of: Considered
  readonly isTaking: boolean
  readonly setTaking: (isTaking: boolean) => void
}) => (
  <>
    <p>
      {counted(missing.length, 'document')} of the page {missing.length === 1 ? 'is' : 'are'} not with this receipt:
    </p>
    <ul class="bullets missing-documents">
      {missing.map(({ artifact_slug: slug, display_name: name }) => (
        <li key={slug}>{name}</li>
      ))}
    </ul>
    <Checkbox
      label={`Take ${theDocuments(missing.length)} along`}
      hint={
        isTaking ? 'On the page as before, public or on request' : 'Gone from the page; kept with the receipt of before'
      }
      isChecked={isTaking}
      onChecked={setTaking}
    />
  </>
)

/** Why nothing was published: each document that could not be taken along. */
const Left = ({ faults }: { readonly faults: readonly string[] }) => (
  <Notice kind="danger" isAlert>
    <p>Nothing was published, as not all documents could be taken along.</p>
    {faults.map((fault) => (
      <p key={fault}>{fault}</p>
    ))}
  </Notice>
)

type Publishing = ReturnType<typeof usePublish>

const Question = ({
  of: considered,
  publishing: { confirm, left, close },
}: {
  readonly of: Considered
  readonly publishing: Publishing
}) => {
  const [isTaking, setTaking] = useState(true)
  return (
    <Dialog title={`Publish the intake of ${considered.asOf}?`} onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          confirm.run(isTaking)
        }}
      >
        <Warned of={considered} />
        {considered.missing.length > 0 && <Missing of={considered} isTaking={isTaking} setTaking={setTaking} />}
        {left.length > 0 && <Left faults={left} />}
        {confirm.fault && <Failure fault={confirm.fault} />}
        <div class="actions">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind={isInForce(considered) ? 'primary' : 'danger'} isBusy={confirm.isBusy}>
            Publish
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks before a page shows another intake: what buyers will see, and what becomes of its documents. */
export const PublishDialog = ({ of: publishing }: { readonly of: Publishing }) =>
  publishing.considered && <Question of={publishing.considered} publishing={publishing} />
