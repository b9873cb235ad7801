import { Checkbox, RadioGroup, Select, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts, type ListKeyScopesOutput } from '../api/accounts.ts'
import { images } from '../api/images.ts'
import { useAction } from '../session/action.ts'
import { ActionForm, CancelLink } from '../session/action-form.tsx'
import { type FormState, fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { invalidate } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { purposesOf } from './purposes.ts'
import { scopeWords } from './scope-words.ts'

const DAY_MS = 86_400_000
const EXPIRIES = [
  { value: '', text: 'Never' },
  { value: '7', text: 'In 7 days' },
  { value: '30', text: 'In 30 days' },
  { value: '90', text: 'In 90 days' },
  { value: '365', text: 'In 1 year' },
] as const

interface Draft {
  readonly name: string
  readonly kind: 'platform' | 'image'
  readonly scopes: readonly string[]
  readonly days: string
  readonly budget: string
}

const createKey = async ({ name, kind, scopes, days, budget }: Draft) => {
  const limit = budget === '' ? {} : { daily_budget: Number(budget) }
  if (kind === 'image') {
    const tenant = await images.createTenant({ name, ...limit })
    return { key: tenant.api_key, name, scopes: tenant.scopes }
  }
  const expiry = days === '' ? {} : { expires_at: new Date(serviceNow() + Number(days) * DAY_MS).toISOString() }
  const { key } = await accounts.createApiKey({ name, scopes: [...scopes], ...expiry, ...limit })
  return { key, name, scopes }
}

const ScopeChoice = ({
  all,
  selectedScopes,
  onSelect,
}: {
  readonly all: ListKeyScopesOutput
  readonly selectedScopes: readonly string[]
  readonly onSelect: (scopes: readonly string[]) => void
}) => (
  <fieldset class="field">
    <legend>Scopes</legend>
    <div class="choices">
      {all.scopes.map(({ scope, byName }) => (
        <Checkbox
          key={scope}
          label={scopeWords(scope)}
          hint={byName ? `${scope}. Gives access to payments or members. Grant only if required.` : scope}
          isChecked={selectedScopes.includes(scope)}
          onChecked={(isChecked) =>
            onSelect(isChecked ? [...selectedScopes, scope] : selectedScopes.filter((each) => each !== scope))
          }
        />
      ))}
    </div>
  </fieldset>
)

interface Limits {
  readonly days: string
  readonly budget: string
}

/** Expiry and spending limit. Image keys do not expire automatically. */
const LimitFields = ({ kind, ...formState }: FormState<Limits> & { readonly kind: Draft['kind'] }) => (
  <>
    {kind === 'platform' && (
      <Select
        label="Expiry"
        value={formState.draft.days}
        options={EXPIRIES}
        onValue={(days) => formState.change({ days })}
      />
    )}
    <TextField
      label="Daily credit limit (optional)"
      type="number"
      min={1}
      max={1_000_000}
      hint="Requests above the limit are rejected until midnight UTC. Leave empty to set no limit for this key."
      {...fieldsOf(formState)('budget', 'daily_budget')}
    />
  </>
)

export const NewKeyForm = ({
  all,
  onCreated,
}: {
  readonly all: ListKeyScopesOutput
  readonly onCreated: (newKey: {
    readonly key: string
    readonly name: string
    readonly scopes: readonly string[]
  }) => void
}) => {
  const purposes = purposesOf(all)
  const [purposeValue, setPurposeValue] = useState('images')
  const [selectedScopes, setSelectedScopes] = useState<readonly string[]>([])
  const [name, setName] = useState('')
  const { draft: limits, change } = useFormDraft<Limits>({ days: '', budget: '' })
  const create = useAction(createKey, (newKey) => {
    void invalidate('keys')
    onCreated(newKey)
  })
  const purpose = purposes.find(({ value }) => value === purposeValue)
  const kind = purpose?.kind ?? 'platform'
  const scopes = purpose?.scopes ?? selectedScopes
  const unavailableReason =
    name.trim() === '' ? 'Enter a name first' : scopes.length === 0 ? 'Select at least one scope' : undefined
  return (
    <ActionForm
      action={create}
      onSubmit={() => create.run({ name: name.trim(), kind, scopes, ...limits })}
      text="Create API key"
      unavailable={unavailableReason}
      secondary={<CancelLink href="/keys" />}
    >
      <RadioGroup label="Purpose" value={purposeValue} options={purposes} onValue={setPurposeValue} />
      {purpose && purpose.scopes === undefined && (
        <ScopeChoice all={all} selectedScopes={selectedScopes} onSelect={setSelectedScopes} />
      )}
      <TextField
        label="Name"
        hint="Where you use the key, such as “shop, production”"
        value={name}
        onValue={setName}
        maxLength={100}
        fault={create.fields.name}
        autocomplete="off"
      />
      <LimitFields kind={kind} draft={limits} change={change} fields={create.fields} />
    </ActionForm>
  )
}
