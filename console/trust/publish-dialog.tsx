import { Button, Checkbox, Dialog, Failure, Notice } from '@signet/ui'
import { dayText } from '@signet/ui/dates'
import { useState } from 'preact/hooks'
import type { TrustArtifact } from '../api/trust.ts'
import { formatCount } from '../session/amounts.ts'
import { accessWords, badgeWords, isInForce } from './trust-words.ts'
import type { PublishReview, usePublish } from './use-publish.ts'

const VerdictWarning = ({ review }: { readonly review: PublishReview }) => {
  if (isInForce(review)) return null
  const { text, meaning } = badgeWords(review)
  return (
    <Notice kind="warn">
      <p>
        Buyers will see “{text}”. {meaning}
      </p>
    </Notice>
  )
}

interface MissingProps {
  readonly review: PublishReview
  readonly excludedSlugs: ReadonlySet<string>
  readonly setExcludedSlugs: (excludedSlugs: ReadonlySet<string>) => void
}

const MissingDocuments = ({ review: { missing, copied }, excludedSlugs, setExcludedSlugs }: MissingProps) => {
  const all = [...missing, ...copied]
  const hintOf = ({ artifact_slug: slug, access }: TrustArtifact): string => {
    if (excludedSlugs.has(slug)) return 'Will be missing from the page. Stays with the previous receipt.'
    return `${accessWords(access)}, unchanged${copied.some((each) => each.artifact_slug === slug) ? '; already copied' : ''}`
  }
  const setCopied = (slug: string, isCopied: boolean) =>
    setExcludedSlugs(new Set(isCopied ? [...excludedSlugs].filter((each) => each !== slug) : [...excludedSlugs, slug]))
  const areAllCopied = all.every(({ artifact_slug: slug }) => !excludedSlugs.has(slug))
  return (
    <>
      <fieldset class="field wide missing-documents">
        <legend>Copy documents to this receipt</legend>
        <p class="second small">These documents are on the page, but missing from this receipt.</p>
        {all.map((document) => (
          <Checkbox
            key={document.artifact_slug}
            label={document.display_name}
            hint={hintOf(document)}
            isChecked={!excludedSlugs.has(document.artifact_slug)}
            onChecked={(isCopied) => setCopied(document.artifact_slug, isCopied)}
          />
        ))}
      </fieldset>
      {all.length > 1 && (
        <Checkbox
          label={`Copy all ${all.length} documents`}
          isChecked={areAllCopied}
          onChecked={(areCopied) =>
            setExcludedSlugs(new Set(areCopied ? [] : all.map(({ artifact_slug: slug }) => slug)))
          }
        />
      )}
    </>
  )
}

const NewlyPublicDocuments = ({
  review: { newlyPublic },
  staysOnRequest,
  setStaysOnRequest,
}: {
  readonly review: PublishReview
  readonly staysOnRequest: boolean
  readonly setStaysOnRequest: (staysOnRequest: boolean) => void
}) => (
  <>
    <p>
      Publishing makes {formatCount(newlyPublic.length, 'document')} public that{' '}
      {newlyPublic.length === 1 ? 'is' : 'are'} currently on request:
    </p>
    <ul class="bullets missing-documents">
      {newlyPublic.map(({ artifact_slug: slug, display_name: name }) => (
        <li key={slug}>{name}</li>
      ))}
    </ul>
    <Checkbox
      label={newlyPublic.length === 1 ? 'Keep the document on request' : 'Keep the documents on request'}
      hint={staysOnRequest ? 'Access does not change' : 'Public as soon as this intake is published'}
      isChecked={staysOnRequest}
      onChecked={setStaysOnRequest}
    />
  </>
)

type Publishing = ReturnType<typeof usePublish>

const PublishFailure = ({ failure: { words, faults } }: { readonly failure: NonNullable<Publishing['failure']> }) => (
  <Notice kind="danger" isAlert>
    <p>{words}</p>
    {faults.map((fault) => (
      <p key={fault}>{fault}</p>
    ))}
  </Notice>
)

const PublishForm = ({
  review,
  publishing: { confirm, failure, isBusy, close },
}: {
  readonly review: PublishReview
  readonly publishing: Publishing
}) => {
  const [excludedSlugs, setExcludedSlugs] = useState<ReadonlySet<string>>(new Set())
  const [staysOnRequest, setStaysOnRequest] = useState(true)
  const { asOf, missing, copied, newlyPublic } = review
  return (
    <Dialog title={`Publish the intake of ${dayText(asOf)}?`} onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) confirm.run({ excludedSlugs, staysOnRequest })
        }}
      >
        <VerdictWarning review={review} />
        {missing.length + copied.length > 0 && (
          <MissingDocuments review={review} excludedSlugs={excludedSlugs} setExcludedSlugs={setExcludedSlugs} />
        )}
        {newlyPublic.length > 0 && (
          <NewlyPublicDocuments review={review} staysOnRequest={staysOnRequest} setStaysOnRequest={setStaysOnRequest} />
        )}
        {failure && <PublishFailure failure={failure} />}
        {confirm.fault && <Failure fault={confirm.fault} />}
        <div class="actions">
          <Button onClick={close} unavailable={isBusy ? 'Wait until publishing has finished' : undefined}>
            Cancel
          </Button>
          <Button type="submit" kind={isInForce(review) ? 'primary' : 'danger'} isBusy={isBusy}>
            Publish intake
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export const PublishDialog = ({ publishing }: { readonly publishing: Publishing }) =>
  publishing.review && <PublishForm review={publishing.review} publishing={publishing} />
