import { Select } from '@signet/ui'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { conditionWords } from './condition-words.ts'
import { flagAddress } from './flag-tabs.tsx'
import { segmentsQuery, useEnvironment } from './queries.ts'

export const SegmentChoice = ({
  value,
  onValue,
}: {
  readonly value: string
  readonly onValue: (key: string) => void
}) => {
  const [environment] = useEnvironment()
  const segments = useOrganizationQuery(segmentsQuery, environment)
  return (
    <Loaded of={segments} rows={1}>
      {(all) =>
        all.length === 0 ? (
          <p>
            This environment has no segments. <a href={flagAddress('/flags/segments', environment)}>Create a segment</a>
            .
          </p>
        ) : (
          <Select
            label="Segment"
            value={value}
            options={[
              { value: '', text: 'Select a segment' },
              ...all.map(({ key, when }) => ({ value: key, text: `${key}: ${conditionWords(when)}` })),
            ]}
            onValue={onValue}
          />
        )
      }
    </Loaded>
  )
}
