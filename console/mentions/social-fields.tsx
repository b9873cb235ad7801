import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import type { MonitorDraft } from './monitor-draft.ts'

interface SocialProps {
  readonly part: MonitorDraft['social']
  readonly change: (part: MonitorDraft['social']) => void
  readonly fields: Readonly<Record<string, string>>
  readonly isStored: boolean
}

const SOURCES = [
  { value: 'bluesky', text: 'Bluesky' },
  { value: 'mastodon', text: 'Mastodon' },
] as const

const Credentials = ({ part, change, fields, isStored }: SocialProps) => {
  const hint = isStored ? 'Stored. Empty keeps it' : 'Stored safely, and never shown again'
  const field = (label: string, name: 'identifier' | 'appPassword' | 'accessToken') => (
    <TextField
      label={label}
      type="password"
      hint={hint}
      value={part[name]}
      onValue={(text) => change({ ...part, [name]: text })}
      fault={fields[`platforms.social.${name}`]}
      autocomplete="off"
    />
  )
  if (part.source === 'mastodon') {
    return (
      <>
        <TextField
          label="Instance"
          placeholder="mastodon.social"
          value={part.instance}
          onValue={(instance) => change({ ...part, instance })}
          fault={fields['platforms.social.instance']}
        />
        {field('Access token, if the instance asks for one', 'accessToken')}
      </>
    )
  }
  return (
    <>
      {field('Handle of the account that searches', 'identifier')}
      {field('App password', 'appPassword')}
    </>
  )
}

export const SocialFields = (props: SocialProps) => {
  const { part, change, fields } = props
  return (
    <fieldset class="form">
      <Checkbox label="Social networks" isChecked={part.isOn} onChecked={(isOn) => change({ ...part, isOn })} />
      {part.isOn && (
        <>
          <Select
            label="Network"
            value={part.source}
            options={SOURCES}
            onValue={(source) => change({ ...part, source })}
          />
          <TextArea
            label={part.source === 'mastodon' ? 'Hashtags without #, one a line' : 'Search texts, one a line'}
            value={part.queries}
            onValue={(queries) => change({ ...part, queries })}
            fault={fields['platforms.social.searchQueries']}
          />
          <Credentials {...props} />
        </>
      )}
    </fieldset>
  )
}
