import { Button, Checkbox, Dialog, Failure, Notice } from '@signet/ui'
import { dayText } from '@signet/ui/dates'
import { useState } from 'preact/hooks'
import type { TrustArtifact } from '../api/trust.ts'
import { counted } from '../session/amounts.ts'
import { accessWords, badgeWords, isInForce } from './trust-words.ts'
import type { PublishReview, usePublish } from './use-publish.ts'

const VerdictWarning = ({ of }: { readonly of: PublishReview }) => {
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

interface MissingProps {
  readonly of: PublishReview
  readonly leftOut: ReadonlySet<string>
  readonly setLeftOut: (leftOut: ReadonlySet<string>) => void
}

const MissingDocuments = ({ of: { missing, copied }, leftOut, setLeftOut }: MissingProps) => {
  const all = [...missing, ...copied]
  const hintOf = ({ artifact_slug: slug, access }: TrustArtifact): string => {
    if (leftOut.has(slug)) return 'Removed from the page; stays with the previous receipt'
    return `${accessWords(access)}, unchanged${copied.some((each) => each.artifact_slug === slug) ? '; already copied' : ''}`
  }
  const leave = (slug: string, isTaken: boolean) =>
    setLeftOut(new Set(isTaken ? [...leftOut].filter((each) => each !== slug) : [...leftOut, slug]))
  const isTaking = all.every(({ artifact_slug: slug }) => !leftOut.has(slug))
  return (
    <>
      <fieldset class="field wide missing-documents">
        <legend>Copy documents to this receipt</legend>
        <p class="second small">On the page, but missing from this receipt</p>
        {all.map((document) => (
          <Checkbox
            key={document.artifact_slug}
            label={document.display_name}
            hint={hintOf(document)}
            isChecked={!leftOut.has(document.artifact_slug)}
            onChecked={(isTaken) => leave(document.artifact_slug, isTaken)}
          />
        ))}
      </fieldset>
      {all.length > 1 && (
        <Checkbox
          label={`Copy all ${all.length} documents`}
          isChecked={isTaking}
          onChecked={(isTaken) => setLeftOut(new Set(isTaken ? [] : all.map(({ artifact_slug: slug }) => slug)))}
        />
      )}
    </>
  )
}

const WiderAccess = ({
  of: { wider },
  isNarrowed,
  setNarrowed,
}: {
  readonly of: PublishReview
  readonly isNarrowed: boolean
  readonly setNarrowed: (isNarrowed: boolean) => void
}) => (
  <>
    <p>
      Publishing makes {counted(wider.length, 'document')} public that {wider.length === 1 ? 'is' : 'are'} currently on
      request:
    </p>
    <ul class="bullets missing-documents">
      {wider.map(({ artifact_slug: slug, display_name: name }) => (
        <li key={slug}>{name}</li>
      ))}
    </ul>
    <Checkbox
      label={wider.length === 1 ? 'Keep it on request' : 'Keep them on request'}
      hint={isNarrowed ? 'Access does not change' : 'Public as soon as this intake is published'}
      isChecked={isNarrowed}
      onChecked={setNarrowed}
    />
  </>
)

type Publishing = ReturnType<typeof usePublish>

const PublishFailure = ({ of: { words, faults } }: { readonly of: NonNullable<Publishing['failure']> }) => (
  <Notice kind="danger" isAlert>
    <p>{words}</p>
    {faults.map((fault) => (
      <p key={fault}>{fault}</p>
    ))}
  </Notice>
)

const Question = ({
  of: review,
  publishing: { confirm, failure, isBusy, close },
}: {
  readonly of: PublishReview
  readonly publishing: Publishing
}) => {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [isNarrowed, setNarrowed] = useState(true)
  const { asOf, missing, copied, wider } = review
  return (
    <Dialog title={`Publish the intake of ${dayText(asOf)}?`} onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) confirm.run({ leftOut, isNarrowed })
        }}
      >
        <VerdictWarning of={review} />
        {missing.length + copied.length > 0 && (
          <MissingDocuments of={review} leftOut={leftOut} setLeftOut={setLeftOut} />
        )}
        {wider.length > 0 && <WiderAccess of={review} isNarrowed={isNarrowed} setNarrowed={setNarrowed} />}
        {failure && <PublishFailure of={failure} />}
        {confirm.fault && <Failure fault={confirm.fault} />}
        <div class="actions">
          <Button onClick={close} unavailable={isBusy ? 'Wait until publishing has finished' : undefined}>
            Cancel
          </Button>
          <Button type="submit" kind={isInForce(review) ? 'primary' : 'danger'} isBusy={isBusy}>
            Publish
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export const PublishDialog = ({ of: publishing }: { readonly of: Publishing }) =>
  publishing.considered && <Question of={publishing.considered} publishing={publishing} />
