import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scaled } from '../../support/scale.ts'
import { heldSchedule, ledgerRunner, ledgerSchedule } from './ledger-schedules.ts'

/** Half of the schedules, because two files run them. */
const SCHEDULES = scaled(120, 5_000)
const HELD_SCHEDULES = scaled(80, 1_000)

/** Defines the tests of the ledger's invariants; the same seed gives the same schedules. */
export const keepsInvariants = ({ seed }: { seed: number }): void => {
  it(`satisfies the invariants after every write of ${SCHEDULES} schedules of concurrent, killed, conflicting and duplicate events`, async () => {
    const ledger = await ledgerRunner()
    const posted: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(ledgerSchedule(), async ([premise, events, seed]) => {
        expect(await ledger.run(premise, events, seed)).toEqual([])
        for (const { type } of ledger.state().entries) posted[type] = (posted[type] ?? 0) + 1
      }),
      { numRuns: SCHEDULES, seed },
    )
    // A schedule without effects satisfies every invariant, so enough of them must have effects.
    for (const type of ['capture', 'release', 'pack', 'renewal', 'end', 'expiry', 'clawback']) {
      expect(posted[type], type).toBeGreaterThan(SCHEDULES / 200)
    }
  }, 180_000)

  it('satisfies the invariants when a plan ends or renews while a job is held', async () => {
    const ledger = await ledgerRunner()
    let lateReleases = 0
    await fc.assert(
      fc.asyncProperty(heldSchedule(), async ([premise, events, seed]) => {
        expect(await ledger.run(premise, events, seed)).toEqual([])
        const { balance, entries } = ledger.state()
        const releases = entries.filter(({ type }) => type === 'release')
        if (balance && balance.epoch > 1) lateReleases += releases.length
      }),
      { numRuns: HELD_SCHEDULES, seed },
    )
    expect(lateReleases).toBeGreaterThan(HELD_SCHEDULES / 10)
  })
}
