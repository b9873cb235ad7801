import { expect, test } from 'vitest'
import { bootstrapAs, consultAs, memoryAs } from '../api/consultations/consultations-world.ts'
import { call } from '../support/api.ts'
import { scaffoldsUsed } from '../support/paid-work.ts'
import { newPerson } from '../support/people.ts'

test('a person consults two roles, each stores a memory, and anonymous clients verify the receipts', async () => {
  const ada = await newPerson()
  const bootstrapped = await bootstrapAs(ada, { role: 'cto', internalSignals: ['Checkout was down on Friday'] })
  expect([bootstrapped.status, bootstrapped.body.signalType]).toEqual([200, 'incident'])

  const cto = await consultAs(ada, { context: { exposure: 'public' } })
  expect([cto.status, cto.body.symbolicResponse.facts.exposure]).toEqual([200, 'public'])
  expect(cto.body.analysis.findings.length).toBeGreaterThan(0)
  const ciso = await consultAs(ada, { role: 'ciso' })
  expect([ciso.status, ciso.body.metadata.bound_from]).toEqual([200, cto.body.hash])
  expect(await scaffoldsUsed(ada)).toBe(3)

  const memory = await memoryAs(ada, 'cto')
  expect(memory.body).toMatchObject({ exists: true, recentMemories: [{ hash: cto.body.hash }] })
  for (const { hash } of [cto.body, ciso.body]) {
    const { body } = await call('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })
    expect(body).toMatchObject({ valid: true, kind: 'agent.run', claimsVisibility: 'private' })
  }
})
