import { LinkButton, PageHead, Secret } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useQuery } from '../session/queries.ts'
import { NewKeyForm } from './new-key-form.tsx'
import { samplesOf } from './samples.ts'

interface NewKey {
  readonly key: string
  readonly name: string
  readonly scopes: readonly string[]
}

export const NewKeyPage = () => {
  const [newKey, setNewKey] = useState<NewKey>()
  const scopes = useQuery({ queryKey: ['key-scopes'], queryFn: ({ signal }) => accounts.listKeyScopes({}, { signal }) })
  if (newKey) {
    return (
      <div class="stack">
        <PageHead title={`API key “${newKey.name}”`} />
        <Secret what="API key" text={newKey.key} samples={samplesOf(newKey.key, newKey.scopes)} />
        <div class="row">
          <LinkButton href="/keys" kind="primary">
            I have copied the key
          </LinkButton>
        </div>
      </div>
    )
  }
  return (
    <div class="stack">
      <PageHead title="New API key" about="Choose a purpose to create a key with the minimum scopes." />
      <Loaded of={scopes} rows={8}>
        {(all) => <NewKeyForm all={all} onCreated={setNewKey} />}
      </Loaded>
    </div>
  )
}
