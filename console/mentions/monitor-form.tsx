import { Checkbox, LinkButton, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { SentimentMonitor } from '../api/sentiment.ts'
import type { Action } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { draftOf, type MonitorDraft } from './monitor-draft.ts'
import { MicroblogFields, ReviewFields } from './platform-fields.tsx'
import { SocialFields } from './social-fields.tsx'

const EndpointFields = ({
  draft,
  change,
  fields,
  isNew,
}: {
  readonly draft: MonitorDraft
  readonly change: (part: Partial<MonitorDraft>) => void
  readonly fields: Readonly<Record<string, string>>
  readonly isNew: boolean
}) => (
  <>
    <TextField
      label="Endpoint"
      type="url"
      required
      hint="Receives batches by POST, and must answer a challenge before the monitor is stored"
      placeholder="https://example.com/mentions"
      value={draft.endpoint}
      onValue={(endpoint) => change({ endpoint })}
      fault={fields.ingestEndpoint}
    />
    <TextField
      label="Token for the endpoint"
      type="password"
      required={isNew}
      hint={isNew ? 'Sent as Authorization: Bearer with each batch; at least 8 characters' : 'Stored. Empty keeps it'}
      value={draft.token}
      onValue={(token) => change({ token })}
      fault={fields.ingestAuthToken}
      autocomplete="off"
    />
    <Checkbox
      label="Hash the ids of mentions"
      hint="Otherwise they are those of the platform, without what identifies an author"
      isChecked={draft.isHashed}
      onChecked={(isHashed) => change({ isHashed })}
    />
  </>
)

const PlatformFields = ({
  draft,
  change,
  fields,
  stored,
}: {
  readonly draft: MonitorDraft
  readonly change: (part: Partial<MonitorDraft>) => void
  readonly fields: Readonly<Record<string, string>>
  readonly stored: SentimentMonitor['platforms'] | undefined
}) => (
  <>
    <MicroblogFields
      part={draft.microblog}
      change={(microblog) => change({ microblog })}
      fields={fields}
      isStored={stored?.microblog.hasCredentials ?? false}
    />
    <ReviewFields
      part={draft.reviews}
      change={(reviews) => change({ reviews })}
      fields={fields}
      isStored={stored?.reviews.hasCredentials ?? false}
    />
    <SocialFields
      part={draft.social}
      change={(social) => change({ social })}
      fields={fields}
      isStored={stored?.social.hasCredentials ?? false}
    />
  </>
)

export const MonitorForm = ({
  of: monitor,
  save,
}: {
  readonly of?: SentimentMonitor
  readonly save: Action<MonitorDraft>
}) => {
  const [draft, setDraft] = useState(draftOf(monitor))
  const change = (part: Partial<MonitorDraft>) => setDraft({ ...draft, ...part })
  const { fields } = save
  const isNew = monitor === undefined
  return (
    <ActionForm
      action={save}
      onSubmit={() => save.run(draft)}
      text={isNew ? 'Create the monitor' : 'Save'}
      beside={
        <LinkButton kind="quiet" href={isNew ? '/mentions' : `/mentions/${monitor.tenantId}`}>
          Cancel
        </LinkButton>
      }
    >
      {isNew && (
        <TextField
          label="Name"
          required
          hint="Of the client or brand: a to z, digits and hyphens. Events carry it"
          value={draft.tenantId}
          onValue={(tenantId) => change({ tenantId })}
          fault={fields.tenantId}
        />
      )}
      <PlatformFields draft={draft} change={change} fields={fields} stored={monitor?.platforms} />
      <EndpointFields draft={draft} change={change} fields={fields} isNew={isNew} />
    </ActionForm>
  )
}
