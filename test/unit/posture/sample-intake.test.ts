import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { intakeFaults, judgeIntake } from '@signet/posture'
import { CisoIntake } from '@signet/posture/schemas'
import { expect, it } from 'vitest'
import { AS_OF } from './world.ts'

it('the sample intake of the tours is accepted without findings', () => {
  const intake = CisoIntake.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/intake.json'), 'utf8')),
  )
  expect(intakeFaults(intake, AS_OF)).toEqual([])
  expect(judgeIntake(intake, AS_OF)).toMatchObject({ isRefused: false, findings: [] })
})
