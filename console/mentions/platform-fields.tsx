import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { type FormState, fieldsOf } from '../session/draft-form.ts'
import type { MonitorDraft } from './monitor-draft.ts'

interface PlatformProps<Draft> extends FormState<Draft> {
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
  formState: { draft, change },
  children,
}: {
  readonly label: string
  readonly formState: FormState<{ readonly isOn: boolean }>
  readonly children: ComponentChildren
}) => (
  <fieldset class="form">
    <Checkbox label={label} isChecked={draft.isOn} onChecked={(isOn) => change({ isOn })} />
    {draft.isOn && children}
  </fieldset>
)

export const MicroblogFields = (props: PlatformProps<MonitorDraft['microblog']>) => {
  const field = fieldsOf(props)
  return (
    <Platform label="Microblog" formState={props}>
      <TextArea label="Search queries (one per line)" {...field('queries', 'platforms.microblog.searchQueries')} />
      <Credential
        label="Bearer token"
        isStored={props.isStored}
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

const ReviewCredentials = (props: PlatformProps<MonitorDraft['reviews']>) => {
  const field = fieldsOf(props)
  const credentialField = (label: string, name: 'apiKey' | 'clientId' | 'clientSecret' | 'refreshToken') => (
    <Credential label={label} isStored={props.isStored} {...field(name, `platforms.reviews.${name}`)} />
  )
  if (props.draft.source === 'trustpilot') return credentialField('API key', 'apiKey')
  if (props.draft.source === 'app-store') return null
  return (
    <>
      {credentialField('OAuth client ID', 'clientId')}
      {credentialField('OAuth client secret', 'clientSecret')}
      {credentialField('Refresh token', 'refreshToken')}
    </>
  )
}

export const ReviewFields = (props: PlatformProps<MonitorDraft['reviews']>) => (
  <Platform label="Reviews" formState={props}>
    <Select
      label="Source"
      value={props.draft.source}
      options={REVIEW_SOURCES}
      onValue={(source) => props.change({ source })}
    />
    <TextArea
      label="Profiles (one per line)"
      hint="Trustpilot: business unit IDs. App Store: country/app ID. Google: accounts/…/locations/…"
      {...fieldsOf(props)('places', 'platforms.reviews.places')}
    />
    <ReviewCredentials {...props} />
  </Platform>
)

const SOCIAL_SOURCES = [
  { value: 'bluesky', text: 'Bluesky' },
  { value: 'mastodon', text: 'Mastodon' },
] as const

const SocialCredentials = (props: PlatformProps<MonitorDraft['social']>) => {
  const field = fieldsOf(props)
  const secret = (label: string, name: 'identifier' | 'appPassword' | 'accessToken') => (
    <Credential label={label} isStored={props.isStored} {...field(name, `platforms.social.${name}`)} />
  )
  if (props.draft.source === 'mastodon') {
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

export const SocialFields = (props: PlatformProps<MonitorDraft['social']>) => {
  const { draft, change } = props
  return (
    <Platform label="Social networks" formState={props}>
      <Select label="Network" value={draft.source} options={SOCIAL_SOURCES} onValue={(source) => change({ source })} />
      <TextArea
        label={draft.source === 'mastodon' ? 'Hashtags without # (one per line)' : 'Search texts (one per line)'}
        {...fieldsOf(props)('queries', 'platforms.social.searchQueries')}
      />
      <SocialCredentials {...props} />
    </Platform>
  )
}
