import { PageHead, RadioGroup, TextField } from '@signet/ui'
import { useLocation } from 'preact-iso'
import { type CreateFlagInput, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm, CancelLink } from '../session/action-form.tsx'
import { type FormState, fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { splitList } from '../session/split-list.ts'
import { EnvironmentSelect } from './environment-select.tsx'
import { flagAddress } from './flag-tabs.tsx'
import { useEnvironment } from './queries.ts'
import { useCacheFlag } from './use-cache-flag.ts'

const TYPES = [
  { value: 'boolean', text: 'On or off', hint: 'For all users, or for users who match a rule' },
  {
    value: 'percentage',
    text: 'Percentage of users',
    hint: 'Each user keeps the same value. Raising the percentage only adds users.',
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

const createInputOf = (draft: Draft, environment: string): CreateFlagInput => ({
  environment,
  key: draft.key.trim(),
  type: draft.type,
  description: draft.description,
  tags: splitList(draft.tags, ','),
  ...(draft.type === 'percentage' ? { percentage: Number(draft.percentage) } : {}),
  ...(draft.type === 'variant' ? { variants: splitList(draft.variants, ',').map((key) => ({ key, weight: 1 })) } : {}),
})

const typeFieldsOf = ({ type }: Draft, field: ReturnType<typeof fieldsOf<Draft>>) => {
  if (type === 'percentage') {
    return (
      <TextField label="Percentage of users" type="number" min={0} max={100} step={0.001} {...field('percentage')} />
    )
  }
  if (type === 'boolean') return <p class="second small">New flags start switched off.</p>
  return (
    <TextField
      label="Variants (separated by commas)"
      hint="All variants start with equal weight. The first is the default."
      {...field('variants')}
    />
  )
}

export const NewFlagPage = () => {
  const { route } = useLocation()
  const [environment] = useEnvironment()
  const { draft, change } = useFormDraft<Draft>({
    key: '',
    type: 'boolean',
    description: '',
    tags: '',
    percentage: '0',
    variants: 'control, treatment',
  })
  const cacheFlag = useCacheFlag()
  const create = useAction(
    () => flags.createFlag(createInputOf(draft, environment)),
    (flag) => {
      cacheFlag(flag)
      route(flagAddress(`/flags/${encodeURIComponent(flag.key)}`, environment))
    },
  )
  const formState = { draft, change, fields: create.fields }
  const field = fieldsOf(formState)
  return (
    <div class="stack">
      <PageHead title="New flag" />
      <EnvironmentSelect />
      <ActionForm
        action={create}
        onSubmit={() => create.run()}
        text="Create flag"
        unavailable={draft.key.trim() === '' ? 'Enter a key first' : undefined}
        secondary={<CancelLink href={flagAddress('/flags', environment)} />}
      >
        <TextField
          label="Key"
          isMono
          required
          hint="1 to 128 letters, digits, “.”, “_” or “-”. Used in code and cannot be changed later."
          {...field('key')}
          autocomplete="off"
          spellcheck={false}
        />
        <RadioGroup label="Type" value={draft.type} options={TYPES} onValue={(type) => change({ type })} />
        {typeFieldsOf(draft, field)}
        <FlagTexts {...formState} />
      </ActionForm>
    </div>
  )
}

const FlagTexts = (formState: FormState<Draft>) => {
  const field = fieldsOf(formState)
  return (
    <>
      <TextField label="Description" hint="Purpose of the flag, and when it can be removed" {...field('description')} />
      <TextField label="Tags (separated by commas)" {...field('tags')} />
    </>
  )
}
