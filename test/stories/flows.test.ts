import { expect, test } from 'vitest'
import { unzip } from '../../layers/receipts/src/renderings/zip.ts'
import { createAs, FLOW, filesByPath, flowAs, listAs, oracleAs, updateAs } from '../api/flows/flows-world.ts'
import { call } from '../support/api.ts'
import { paidPerson, scaffoldsUsed } from '../support/paid-work.ts'
import { platformOrigin } from '../support/people.ts'

test('a flow generates a project, the oracle edits it, and a person downloads, verifies and updates it', async () => {
  const ada = await paidPerson()
  const created = await createAs(ada)
  const { id } = created.body
  expect([created.status, await scaffoldsUsed(ada)]).toEqual([201, 1])
  expect((await listAs(ada)).body.flows).toMatchObject([{ ...FLOW, id, status: 'completed' }])

  const edited = await oracleAs(ada, id)
  expect([edited.status, edited.body.enhanced]).toEqual([200, true])
  const { scaffold, oracle_enhanced } = (await flowAs(ada, id)).body
  expect(oracle_enhanced).toBe(true)

  const archive = await fetch(`${platformOrigin()}/api/flows/${id}/download`, { headers: { cookie: ada.cookie } })
  expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const unzipped = Object.entries(unzip(new Uint8Array(await archive.arrayBuffer())) ?? {})
  const texts = unzipped.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const)
  expect(new Map(texts)).toEqual(filesByPath(scaffold.files))

  for (const hash of [id, edited.body.receipt.hash]) {
    const { body } = await call('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })
    expect(body).toMatchObject({ valid: true, kind: 'flow' })
  }

  const editedFiles = scaffold.files.map(({ path, content }) => ({
    path,
    content: path === 'README.md' ? `${content}\nOur own words.\n` : content,
  }))
  const updated = await updateAs(ada, id, editedFiles)
  const readme = updated.body.files.find(({ path }) => path === 'README.md')
  expect([updated.status, readme?.content]).toEqual([200, expect.stringContaining('Our own words.')])
  expect(await scaffoldsUsed(ada)).toBe(1)
})
