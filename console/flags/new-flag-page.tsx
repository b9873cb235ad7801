import { LinkButton, PageHead, RadioGroup, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type CreateFlagInput, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { EnvironmentSelect } from './environment-select.tsx'
import { flagAddress } from './flag-tabs.tsx'
import { useEnvironment } from './readings.ts'
import { useChangedFlag } from './use-changed-flag.ts'

const TYPES = [
  { value: 'boolean', text: 'On or off', hint: 'For everybody, or for whom its rules match' },
  {
    value: 'percentage',
    text: 'For a share of users',
    hint: 'Always the same users; a larger share includes the smaller',
  },
  { value: 'variant', text: 'Variants', hint: 'One of several values, by weight' },
] as const

type FlagType = (typeof TYPES)[number]['value']

interface Draft {
  readonly key: string
  readonly type: FlagType
  readonly description: string
  readonly tags: string
  readonly percentage: string
  readonly variants: string
}

const words = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

const creationOf = (draft: Draft, environment: string): CreateFlagInput => ({
  environment,
  key: draft.key.trim(),
  type: draft.type,
  description: draft.description,
  tags: words(draft.tags),
  ...(draft.type === 'percentage' ? { percentage: Number(draft.percentage) } : {}),
  ...(draft.type === 'variant' ? { variants: words(draft.variants).map((key) => ({ key, weight: 1 })) } : {}),
})

const ofType = (draft: Draft, change: (part: Partial<Draft>) => void, fields: Readonly<Record<string, string>>) => {
  if (draft.type === 'percentage') {
    return (
      <TextField
        label="Percentage of users"
        type="number"
        min={0}
        max={100}
        step={0.001}
        value={draft.percentage}
        onValue={(percentage) => change({ percentage })}
        fault={fields.percentage}
      />
    )
  }
  if (draft.type === 'boolean') return <p class="second small">It is off to begin with.</p>
  return (
    <TextField
      label="Variants, with commas between them"
      hint="Of equal weight to begin with; the first is the default"
      value={draft.variants}
      onValue={(variants) => change({ variants })}
      fault={fields.variants}
    />
  )
}

export const NewFlagPage = () => {
  const { route } = useLocation()
  const [environment] = useEnvironment()
  const [draft, setDraft] = useState<Draft>({
    key: '',
    type: 'boolean',
    description: '',
    tags: '',
    percentage: '0',
    variants: 'control, treatment',
  })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const show = useChangedFlag()
  const create = useAction(
    () => flags.createFlag(creationOf(draft, environment)),
    (flag) => {
      show(flag)
      route(flagAddress(`/flags/${encodeURIComponent(flag.key)}`, environment))
    },
  )
  const { fields } = create
  return (
    <div class="stack">
      <PageHead title="New flag" />
      <EnvironmentSelect />
      <ActionForm
        action={create}
        onSubmit={() => create.run()}
        text="Create the flag"
        unavailable={draft.key.trim() === '' ? 'Give it a key' : undefined}
        beside={
          <LinkButton href={flagAddress('/flags', environment)} kind="quiet">
            Cancel
          </LinkButton>
        }
      >
        <TextField
          label="Key"
          isMono
          required
          hint="1 to 128 letters, digits, “.”, “_” or “-”. Code names the flag by it; it never changes"
          value={draft.key}
          onValue={(key) => change({ key })}
          fault={fields.key}
          autocomplete="off"
          spellcheck={false}
        />
        <RadioGroup label="Type" value={draft.type} options={TYPES} onValue={(type) => change({ type })} />
        {ofType(draft, change, fields)}
        <FlagTexts draft={draft} change={change} fields={fields} />
      </ActionForm>
    </div>
  )
}

const FlagTexts = ({
  draft,
  change,
  fields,
}: {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly fields: Readonly<Record<string, string>>
}) => (
  <>
    <TextField
      label="Description"
      hint="What it switches, and who may remove it when"
      value={draft.description}
      onValue={(description) => change({ description })}
      fault={fields.description}
    />
    <TextField
      label="Tags, with commas between them"
      value={draft.tags}
      onValue={(tags) => change({ tags })}
      fault={fields.tags}
    />
  </>
)
