import { Segments } from '@signet/ui'
import type { GetObserveSummaryInput } from '../api/observe.ts'
import { useParameter } from '../session/address.ts'

export type Range = NonNullable<GetObserveSummaryInput['range']>

const RANGES: readonly Range[] = ['1h', '6h', '24h', '7d', '30d']

export const useRange = (): Range => {
  const [text] = useParameter('range', '24h')
  return RANGES.find((each) => each === text) ?? '24h'
}

export const RangeChoice = () => {
  const [, setRange] = useParameter('range', '24h')
  const value = useRange()
  return (
    <Segments
      label="Range"
      value={value}
      onValue={setRange}
      options={RANGES.map((each) => ({ value: each, text: each }))}
    />
  )
}
