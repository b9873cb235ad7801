import { Section, Select } from '@signet/ui'
import { useState } from 'preact/hooks'
import { posture } from '../api/posture.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { Findings } from './findings.tsx'
import { useIntakeOptions } from './intake-options.ts'

const PARTS = [
  ['mended', 'Resolved'],
  ['appeared', 'New'],
  ['stillOpen', 'Still open'],
  ['recovered', 'Mitigated by a compensating control'],
] as const

const Differences = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const compared = useOrganizationQuery((organization) => ({
    queryKey: ['trust', organization, 'diff', from, to],
    queryFn: ({ signal }) => posture.compareCisoIntakes({ from, to }, { signal }),
  }))
  return (
    <Loaded of={compared}>
      {(differences) => (
        <>
          {PARTS.filter(([part]) => differences[part].length > 0).map(([part, title]) => (
            <div key={part}>
              <h3>{title}</h3>
              <Findings of={differences[part]} />
            </div>
          ))}
          {PARTS.every(([part]) => differences[part].length === 0) && <p class="second">No differences.</p>}
        </>
      )}
    </Loaded>
  )
}

export const Comparison = ({ to }: { readonly to: string }) => {
  const [from, setFrom] = useState('')
  const otherIntakes = useIntakeOptions().options.filter(({ value }) => value !== to)
  if (otherIntakes.length === 0) return null
  return (
    <Section title="Comparison">
      <Select
        label="Compare with intake"
        value={from}
        options={[{ value: '', text: 'Select an intake' }, ...otherIntakes]}
        onValue={setFrom}
      />
      {from !== '' && <Differences from={from} to={to} />}
    </Section>
  )
}
