import { Checkbox, RadioGroup, Select, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts, type ListKeyScopesOutput } from '../api/accounts.ts'
import { images } from '../api/images.ts'
import { useAction } from '../session/action.ts'
import { ActionForm, CancelLink } from '../session/action-form.tsx'
import { type FormPart, fieldsOf, useFormDraft } from '../session/draft-form.ts'
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

const create = async ({ name, kind, scopes, days, budget }: Draft) => {
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
  onChosen,
}: {
  readonly all: ListKeyScopesOutput
  readonly selectedScopes: readonly string[]
  readonly onChosen: (scopes: readonly string[]) => void
}) => (
  <fieldset class="field">
    <legend>Scopes</legend>
    <div class="choices">
      {all.scopes.map(({ scope, byName }) => (
        <Checkbox
          key={scope}
          label={scopeWords(scope)}
          hint={byName ? `${scope}. Controls money or members: grant only if required` : scope}
          isChecked={selectedScopes.includes(scope)}
          onChecked={(isChecked) =>
            onChosen(isChecked ? [...selectedScopes, scope] : selectedScopes.filter((each) => each !== scope))
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
const LimitFields = ({ kind, ...part }: FormPart<Limits> & { readonly kind: Draft['kind'] }) => (
  <>
    {kind === 'platform' && (
      <Select label="Expires" value={part.draft.days} options={EXPIRIES} onValue={(days) => part.change({ days })} />
    )}
    <TextField
      label="Daily credit limit (optional)"
      type="number"
      min={1}
      max={1_000_000}
      hint="Further requests are rejected until midnight UTC. Leave empty to set no limit for this key."
      {...fieldsOf(part)('budget', 'daily_budget')}
    />
  </>
)

export const NewKeyForm = ({
  all,
  onMade,
}: {
  readonly all: ListKeyScopesOutput
  readonly onMade: (made: { readonly key: string; readonly name: string; readonly scopes: readonly string[] }) => void
}) => {
  const purposes = purposesOf(all)
  const [purposeValue, setPurpose] = useState('images')
  const [selectedScopes, setChosen] = useState<readonly string[]>([])
  const [name, setName] = useState('')
  const { draft: limits, change } = useFormDraft<Limits>({ days: '', budget: '' })
  const make = useAction(create, (made) => {
    void invalidate('keys')
    onMade(made)
  })
  const purpose = purposes.find(({ value }) => value === purposeValue)
  const kind = purpose?.kind ?? 'platform'
  const scopes = purpose?.scopes ?? selectedScopes
  const missing =
    name.trim() === '' ? 'Enter a name first' : scopes.length === 0 ? 'Select at least one scope' : undefined
  return (
    <ActionForm
      action={make}
      onSubmit={() => make.run({ name: name.trim(), kind, scopes, ...limits })}
      text="Create API key"
      unavailable={missing}
      secondary={<CancelLink href="/keys" />}
    >
      <RadioGroup label="Purpose" value={purposeValue} options={purposes} onValue={setPurpose} />
      {purpose && purpose.scopes === undefined && (
        <ScopeChoice all={all} selectedScopes={selectedScopes} onChosen={setChosen} />
      )}
      <TextField
        label="Name"
        hint="Where you use it, such as “shop, production”"
        value={name}
        onValue={setName}
        maxLength={100}
        fault={make.fields.name}
        autocomplete="off"
      />
      <LimitFields kind={kind} draft={limits} change={change} fields={make.fields} />
    </ActionForm>
  )
}
