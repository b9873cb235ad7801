import { Checkbox, TextField } from '@signet/ui'
import type { SentimentMonitor } from '../api/sentiment.ts'
import type { Action } from '../session/action.ts'
import { ActionForm, CancelLink } from '../session/action-form.tsx'
import { type FormState, fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { draftOf, type MonitorDraft } from './monitor-draft.ts'
import { MicroblogFields, ReviewFields, SocialFields } from './platform-fields.tsx'

const EndpointFields = ({ isNew, ...formState }: FormState<MonitorDraft> & { readonly isNew: boolean }) => {
  const { draft, change } = formState
  const field = fieldsOf(formState)
  return (
    <>
      <TextField
        label="Endpoint"
        type="url"
        required
        hint="Receives batches as POST requests. The endpoint must respond to a challenge before the monitor is saved."
        placeholder="https://example.com/mentions"
        {...field('endpoint', 'ingestEndpoint')}
      />
      <TextField
        label="Endpoint token"
        type="password"
        required={isNew}
        hint={
          isNew
            ? 'Sent as Authorization: Bearer with each batch; at least 8 characters'
            : 'Leave empty to keep the stored token'
        }
        {...field('token', 'ingestAuthToken')}
        autocomplete="off"
      />
      <Checkbox
        label="Hash mention IDs"
        hint="If off, events contain the platform's mention IDs, without author identifiers."
        isChecked={draft.hasHashedIds}
        onChecked={(hasHashedIds) => change({ hasHashedIds })}
      />
    </>
  )
}

const PlatformFields = ({
  draft,
  change,
  fields,
  stored,
}: FormState<MonitorDraft> & {
  readonly stored: SentimentMonitor['platforms'] | undefined
}) => (
  <>
    <MicroblogFields
      draft={draft.microblog}
      change={(changes) => change({ microblog: { ...draft.microblog, ...changes } })}
      fields={fields}
      isStored={stored?.microblog.hasCredentials ?? false}
    />
    <ReviewFields
      draft={draft.reviews}
      change={(changes) => change({ reviews: { ...draft.reviews, ...changes } })}
      fields={fields}
      isStored={stored?.reviews.hasCredentials ?? false}
    />
    <SocialFields
      draft={draft.social}
      change={(changes) => change({ social: { ...draft.social, ...changes } })}
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
  const { draft, change } = useFormDraft(() => draftOf(monitor))
  const formState = { draft, change, fields: save.fields }
  const isNew = monitor === undefined
  return (
    <ActionForm
      action={save}
      onSubmit={() => save.run(draft)}
      text={isNew ? 'Create monitor' : 'Save monitor'}
      secondary={<CancelLink href={isNew ? '/mentions' : `/mentions/${monitor.tenantId}`} />}
    >
      {isNew && (
        <TextField
          label="Name"
          required
          hint="Client or brand in lowercase letters, digits and hyphens. Included in events."
          {...fieldsOf(formState)('tenantId')}
        />
      )}
      <PlatformFields {...formState} stored={monitor?.platforms} />
      <EndpointFields {...formState} isNew={isNew} />
    </ActionForm>
  )
}
