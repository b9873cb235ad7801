import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import type { MonitorDraft } from './monitor-draft.ts'

interface PartProps<Part> {
  readonly part: Part
  readonly change: (part: Part) => void
  readonly fields: Readonly<Record<string, string>>
  /** Whether credentials are stored already: an empty field keeps them. */
  readonly isStored: boolean
}

const kept = (isStored: boolean): string =>
  isStored ? 'Stored. Empty keeps it' : 'Stored safely, and never shown again'

/** The microblog: queries and a limit of what they may cost. */
export const MicroblogFields = ({ part, change, fields, isStored }: PartProps<MonitorDraft['microblog']>) => (
  <fieldset class="form">
    <Checkbox label="Microblog" isChecked={part.isOn} onChecked={(isOn) => change({ ...part, isOn })} />
    {part.isOn && (
      <>
        <TextArea
          label="Search queries, one a line"
          value={part.queries}
          onValue={(queries) => change({ ...part, queries })}
          fault={fields['platforms.microblog.searchQueries']}
        />
        <TextField
          label="Bearer token"
          type="password"
          hint={kept(isStored)}
          value={part.token}
          onValue={(token) => change({ ...part, token })}
          fault={fields['platforms.microblog.bearerToken']}
          autocomplete="off"
        />
        <TextField
          label="US dollars a day at most"
          type="number"
          min={0}
          step={0.5}
          value={part.usd}
          onValue={(usd) => change({ ...part, usd })}
          fault={fields['platforms.microblog.maxUsdPerDay']}
        />
      </>
    )}
  </fieldset>
)

const REVIEW_SOURCES = [
  { value: 'trustpilot', text: 'Trustpilot' },
  { value: 'app-store', text: 'App Store' },
  { value: 'google-business', text: 'Google Business' },
] as const

const ReviewCredentials = ({ part, change, fields, isStored }: PartProps<MonitorDraft['reviews']>) => {
  const secret = (label: string, name: 'apiKey' | 'clientId' | 'clientSecret' | 'refreshToken') => (
    <TextField
      label={label}
      type="password"
      hint={kept(isStored)}
      value={part[name]}
      onValue={(text) => change({ ...part, [name]: text })}
      fault={fields[`platforms.reviews.${name}`]}
      autocomplete="off"
    />
  )
  if (part.source === 'trustpilot') return secret('API key', 'apiKey')
  if (part.source === 'app-store') return null
  return (
    <>
      {secret('OAuth client', 'clientId')}
      {secret('Secret of the client', 'clientSecret')}
      {secret('Refresh token', 'refreshToken')}
    </>
  )
}

export const ReviewFields = (props: PartProps<MonitorDraft['reviews']>) => {
  const { part, change, fields } = props
  return (
    <fieldset class="form">
      <Checkbox label="Reviews" isChecked={part.isOn} onChecked={(isOn) => change({ ...part, isOn })} />
      {part.isOn && (
        <>
          <Select
            label="Source"
            value={part.source}
            options={REVIEW_SOURCES}
            onValue={(source) => change({ ...part, source })}
          />
          <TextArea
            label="Places, one a line"
            hint="Trustpilot: ids of business units. App Store: country/id of the app. Google: accounts/…/locations/…"
            value={part.places}
            onValue={(places) => change({ ...part, places })}
            fault={fields['platforms.reviews.places']}
          />
          <ReviewCredentials {...props} />
        </>
      )}
    </fieldset>
  )
}
