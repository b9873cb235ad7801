import { expect, test } from 'vitest'
import { compareAs, listAs, PATH, REFUSED_INTAKE, readAs, submitAs } from '../api/posture/posture-world.ts'
import { call } from '../support/api.ts'
import { keyOfPerson, scaffoldsUsed } from '../support/paid-work.ts'
import { newPerson } from '../support/people.ts'
import { faultFreeIntake } from '../unit/posture/world.ts'

test('a rejected intake is corrected and accepted; both intakes are compared, exported and verified', async () => {
  const ada = await newPerson()
  const refused = await submitAs(ada, REFUSED_INTAKE)
  expect([refused.status, refused.body.findings?.map(({ id }) => id)]).toEqual([422, ['MFA-01']])
  const accepted = await submitAs(ada, faultFreeIntake())
  expect([accepted.status, accepted.body.accepted, await scaffoldsUsed(ada)]).toEqual([200, true, 2])

  const from = refused.body.receipt.hash
  const to = accepted.body.receipt.hash
  const listed = (await listAs(ada)).body.intakes.map(({ receipt }) => receipt.hash)
  expect(listed).toEqual([to, from])
  expect((await compareAs(ada, from, to)).body).toMatchObject({ fixed: [{ id: 'MFA-01' }], appeared: [] })
  expect((await readAs(ada, to)).body).toMatchObject({ refused: false, findings: [] })

  const key = await keyOfPerson(ada, ['agents:read'])
  const caiq = await call('GET', `${PATH}/intakes/${to}/caiq?format=csv`, { key, as: 'getCisoIntakeCaiq' })
  expect([caiq.status, Buffer.from(caiq.bytes).toString()]).toEqual([200, expect.stringContaining('IAM-14.1,yes')])

  for (const hash of [from, to]) {
    const { body } = await call('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })
    expect(body).toMatchObject({ valid: true, kind: 'ciso.intake', claimsVisibility: 'public' })
  }
})
