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
  const [made, setMade] = useState<NewKey>()
  const scopes = useQuery({ queryKey: ['key-scopes'], queryFn: ({ signal }) => accounts.listKeyScopes({}, { signal }) })
  if (made) {
    return (
      <div class="stack">
        <PageHead title={`The key “${made.name}”`} />
        <Secret what="key" text={made.key} samples={samplesOf(made.key, made.scopes)} />
        <div class="row">
          <LinkButton href="/keys" kind="primary">
            I have copied it
          </LinkButton>
        </div>
      </div>
    )
  }
  return (
    <div class="stack">
      <PageHead title="New key" about="Choose what it is for: it gets the fewest scopes that do." />
      <Loaded of={scopes} rows={8}>
        {(all) => <NewKeyForm all={all} onMade={setMade} />}
      </Loaded>
    </div>
  )
}
