import { describe, expect, test } from 'vitest'
import { send } from '../../support/operation-requests.ts'
import {
  acceptsAbsentIds,
  ask,
  byPath,
  checkIntact,
  choices,
  neverReturned,
  operations,
  reads,
  useOwner,
} from './isolation-world.ts'

const isolated = useOwner()

describe('requests of the owner', () => {
  const sessionOnly = operations.filter(({ authority }) => authority === 'session')

  test.each(sessionOnly)('$id returns 403 with a key of the organization', async ({ id, path, typical }) => {
    const { owner, idsIn } = isolated()
    const { status, body } = await send(id, { ...typical, params: { ...choices, ...idsIn(path) } }, { key: owner.key })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test("the owner's reads return every value that is hidden from others, except the raw key", async () => {
    const { ada, secrets, idsIn } = isolated()
    const texts: string[] = []
    for (const { id, typical } of reads) {
      if (id === 'signIn') continue
      texts.push(Buffer.from((await ask(id, typical, ada)).bytes).toString())
    }
    // Some ids are only returned below another id: subscribers below their page.
    for (const { id, path, typical } of byPath.filter((each) => each.method === 'get' || acceptsAbsentIds.has(each.id)))
      texts.push(
        Buffer.from((await ask(id, { ...typical, params: { ...choices, ...idsIn(path) } }, ada)).bytes).toString(),
      )
    const isReturned = (value: string) => texts.some((text) => text.includes(value))
    const unreturned = Object.entries(secrets).filter(([, value]) => !isReturned(value))
    expect(unreturned.map(([name]) => name).sort()).toEqual(['raw', ...neverReturned].sort())
  })

  checkIntact(isolated)
})
