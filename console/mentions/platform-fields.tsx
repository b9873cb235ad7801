import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { type FormPart, fieldsOf } from '../session/draft-form.ts'
import type { MonitorDraft } from './monitor-draft.ts'

interface PartProps<Part> extends FormPart<Part> {
  /** Whether credentials are stored; an empty field keeps them. */
  readonly isStored: boolean
}

interface CredentialProps {
  readonly label: string
  readonly isStored: boolean
  readonly value: string
  readonly onValue: (text: string) => void
  readonly fault: string | undefined
}

const Credential = ({ isStored, ...field }: CredentialProps) => (
  <TextField
    {...field}
    type="password"
    hint={isStored ? 'Leave empty to keep the stored value' : 'Stored encrypted and never shown again'}
    autocomplete="off"
  />
)

const Platform = ({
  label,
  part: { draft, change },
  children,
}: {
  readonly label: string
  readonly part: FormPart<{ readonly isOn: boolean }>
  readonly children: ComponentChildren
}) => (
  <fieldset class="form">
    <Checkbox label={label} isChecked={draft.isOn} onChecked={(isOn) => change({ isOn })} />
    {draft.isOn && children}
  </fieldset>
)

export const MicroblogFields = (part: PartProps<MonitorDraft['microblog']>) => {
  const field = fieldsOf(part)
  return (
    <Platform label="Microblog" part={part}>
      <TextArea label="Search queries (one per line)" {...field('queries', 'platforms.microblog.searchQueries')} />
      <Credential
        label="Bearer token"
        isStored={part.isStored}
        {...field('token', 'platforms.microblog.bearerToken')}
      />
      <TextField
        label="Daily budget (USD)"
        type="number"
        min={0}
        step={0.5}
        {...field('usd', 'platforms.microblog.maxUsdPerDay')}
      />
    </Platform>
  )
}

const REVIEW_SOURCES = [
  { value: 'trustpilot', text: 'Trustpilot' },
  { value: 'app-store', text: 'App Store' },
  { value: 'google-business', text: 'Google Business' },
] as const

const ReviewCredentials = (part: PartProps<MonitorDraft['reviews']>) => {
  const field = fieldsOf(part)
  const secret = (label: string, name: 'apiKey' | 'clientId' | 'clientSecret' | 'refreshToken') => (
    <Credential label={label} isStored={part.isStored} {...field(name, `platforms.reviews.${name}`)} />
  )
  if (part.draft.source === 'trustpilot') return secret('API key', 'apiKey')
  if (part.draft.source === 'app-store') return null
  return (
    <>
      {secret('OAuth client ID', 'clientId')}
      {secret('OAuth client secret', 'clientSecret')}
      {secret('Refresh token', 'refreshToken')}
    </>
  )
}

export const ReviewFields = (part: PartProps<MonitorDraft['reviews']>) => (
  <Platform label="Reviews" part={part}>
    <Select
      label="Source"
      value={part.draft.source}
      options={REVIEW_SOURCES}
      onValue={(source) => part.change({ source })}
    />
    <TextArea
      label="Profiles (one per line)"
      hint="Trustpilot: business unit IDs. App Store: country/app ID. Google: accounts/…/locations/…"
      {...fieldsOf(part)('places', 'platforms.reviews.places')}
    />
    <ReviewCredentials {...part} />
  </Platform>
)

const SOURCES = [
  { value: 'bluesky', text: 'Bluesky' },
  { value: 'mastodon', text: 'Mastodon' },
] as const

const SocialCredentials = (part: PartProps<MonitorDraft['social']>) => {
  const field = fieldsOf(part)
  const secret = (label: string, name: 'identifier' | 'appPassword' | 'accessToken') => (
    <Credential label={label} isStored={part.isStored} {...field(name, `platforms.social.${name}`)} />
  )
  if (part.draft.source === 'mastodon') {
    return (
      <>
        <TextField label="Instance" placeholder="mastodon.social" {...field('instance', 'platforms.social.instance')} />
        {secret('Access token (if the instance requires one)', 'accessToken')}
      </>
    )
  }
  return (
    <>
      {secret('Search account handle', 'identifier')}
      {secret('App password', 'appPassword')}
    </>
  )
}

export const SocialFields = (part: PartProps<MonitorDraft['social']>) => {
  const { draft, change } = part
  return (
    <Platform label="Social networks" part={part}>
      <Select label="Network" value={draft.source} options={SOURCES} onValue={(source) => change({ source })} />
      <TextArea
        label={draft.source === 'mastodon' ? 'Hashtags without # (one per line)' : 'Search texts (one per line)'}
        {...fieldsOf(part)('queries', 'platforms.social.searchQueries')}
      />
      <SocialCredentials {...part} />
    </Platform>
  )
}
