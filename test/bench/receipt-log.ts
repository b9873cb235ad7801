import { sequenceLog } from '../../lambdas/receipts/sequence/sequence-log.ts'
import { openTable } from '../support/table-world.ts'
import { addWaitingLeaves } from '../support/waiting-leaves.ts'
import { ticking } from '../unit/receipts/issuing/issuing-world.ts'
import { memoryLog, sequenceDeps } from '../unit/receipts/issuing/log-world.ts'
import { costOf, type Progress, type Row } from './measure.ts'

const COUNT = 10_000
/** Time until the next run of the sequencer. */
const MINUTE_MS = 60_000

/** Adds the receipts of a busy minute to the log by one sequencer, with the table on the same core. */
export const receiptLogBench = async (progress: Progress): Promise<Row[]> => {
  const world = await openTable()
  try {
    progress(`creating ${COUNT} waiting receipts`)
    await addWaitingLeaves(world.db, ticking, COUNT)
    progress('the sequencer')
    const { cpuMs } = await costOf(async () => {
      const added = await sequenceLog(sequenceDeps(world, memoryLog().objects))()
      if (added !== COUNT) throw new Error(`The sequencer added ${added} of ${COUNT}`)
    })
    return [
      {
        bench: '10,000 receipts added to the log',
        ours: cpuMs,
        rival: MINUTE_MS,
        unit: 'ms',
        ratio: cpuMs / MINUTE_MS,
        budget: { atMost: 1 },
      },
    ]
  } finally {
    await world.close()
  }
}
