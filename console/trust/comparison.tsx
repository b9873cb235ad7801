import { Section, Select } from '@signet/ui'
import { useState } from 'preact/hooks'
import { posture } from '../api/posture.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { Findings } from './findings.tsx'
import { useIntakeOptions } from './intake-options.ts'

const DIFFERENCE_GROUPS = [
  ['fixed', 'Resolved'],
  ['appeared', 'New'],
  ['stillOpen', 'Still open'],
  ['recovered', 'Mitigated by a compensating control'],
] as const

const Differences = ({ fromHash, toHash }: { readonly fromHash: string; readonly toHash: string }) => {
  const compared = useOrganizationQuery((organization) => ({
    queryKey: ['trust', organization, 'diff', fromHash, toHash],
    queryFn: ({ signal }) => posture.compareCisoIntakes({ from: fromHash, to: toHash }, { signal }),
  }))
  return (
    <Loaded of={compared}>
      {(differences) => (
        <>
          {DIFFERENCE_GROUPS.filter(([group]) => differences[group].length > 0).map(([part, title]) => (
            <div key={part}>
              <h3>{title}</h3>
              <Findings findings={differences[part]} />
            </div>
          ))}
          {DIFFERENCE_GROUPS.every(([group]) => differences[group].length === 0) && (
            <p class="second">No differences.</p>
          )}
        </>
      )}
    </Loaded>
  )
}

export const Comparison = ({ hash }: { readonly hash: string }) => {
  const [comparedHash, setComparedHash] = useState('')
  const otherIntakes = useIntakeOptions().options.filter(({ value }) => value !== hash)
  if (otherIntakes.length === 0) return null
  return (
    <Section title="Comparison">
      <Select
        label="Compare with intake"
        value={comparedHash}
        options={[{ value: '', text: 'Select an intake' }, ...otherIntakes]}
        onValue={setComparedHash}
      />
      {comparedHash !== '' && <Differences fromHash={comparedHash} toHash={hash} />}
    </Section>
  )
}
