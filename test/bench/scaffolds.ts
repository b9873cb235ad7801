import { PATTERN_IDS, scaffold } from '@signet/scaffolds'
import { drawn } from '../unit/scaffolds/cards.ts'
import { costOf, median, type Progress, type Row } from './measure.ts'

const ROUNDS = 5
/** CPU that one scaffold of at least 30 files may take, in milliseconds. */
const SCAFFOLD_MS = 20

const renderAll = async (): Promise<void> => {
  for (const pattern of PATTERN_IDS)
    scaffold({
      intention: 'Keep orders of a small shop',
      entities: ['order'],
      pattern,
      target: 'both',
      seed: 1,
      cards: drawn(1),
    })
}

/** Every pattern on both targets, cross-check and digests among it, held to a bound. */
export const scaffoldsBench = async (progress: Progress): Promise<Row[]> => {
  await renderAll()
  const costs: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`scaffolds ${round}/${ROUNDS}`)
    costs.push((await costOf(renderAll)).cpuMs / PATTERN_IDS.length)
  }
  const ours = median(costs)
  return [
    {
      ...{ bench: 'scaffold: a project of 30 to 60 files, CPU', ours, rival: SCAFFOLD_MS, unit: 'ms' },
      ...{ ratio: ours / SCAFFOLD_MS, budget: { atMost: 1 } },
    },
  ]
}
