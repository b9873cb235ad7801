import { afterEach, describe, expect, test } from 'vitest'
import { unzip } from '../../../layers/receipts/src/renderings/zip.ts'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, killAt, planOutage } from '../../support/control.ts'
import { keyOfPerson, paidPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { asPerson, newPerson, type Person, platformOrigin } from '../../support/people.ts'
import { ABSENT_HASH, createAs, FLOW, filesByPath, flowAs, listAs, oracleAs, updateAs } from './flows-world.ts'

afterEach(endOutages)

/** Makes each table call of the runtime fail. */
const runtimeFails = (name: 'runtime-api' | 'runtime-scaffolds') =>
  planOutage({ service: 'dynamodb', function: name, times: 1_000, status: 400, type: 'ValidationException' })

describe('GET /api/flows', () => {
  verifies(['PLA-4.7-6', 'PLA-4.7-7'], '200 with scaffolds only, newest first, in pages', async () => {
    const ada = await newPerson()
    expect((await listAs(ada)).body).toEqual({ flows: [], next_cursor: null })
    const consult = { body: { role: 'cto', intention: 'Choose a queue' }, as: 'consultRole' }
    expect((await asPerson(ada, 'POST', '/api/agents/run', consult)).status).toBe(200)
    expect((await listAs(ada)).body.flows).toEqual([])
    const first = (await createAs(ada, { project_type: 'worker' })).body.id
    const second = (await createAs(ada, { intention: 'Keep orders' })).body.id
    const { status, body } = await listAs(ada)
    expect([status, body.next_cursor]).toEqual([200, null])
    expect(body.flows).toEqual([
      {
        id: second,
        intention: 'Keep orders',
        project_type: 'api',
        status: 'completed',
        created_at: expect.any(String),
      },
      { id: first, ...FLOW, project_type: 'worker', status: 'completed', created_at: expect.any(String) },
    ])
    const page = await listAs(ada, '?limit=1')
    expect(page.body.flows.map(({ id }) => id)).toEqual([second])
    const next = await listAs(ada, `?limit=1&cursor=${encodeURIComponent(String(page.body.next_cursor))}`)
    expect(next.body.flows.map(({ id }) => id)).toEqual([first])
    expect((await listAs(await newPerson('Bob'))).body.flows).toEqual([])
    expect((await listAs(ada, '?cursor=mine')).status).toBe(400)
    expect((await call('GET', '/api/flows', { as: 'listFlows' })).status).toBe(401)
  })

  verifies('PLA-4.7-8', '200 with an empty list while the runtime fails', async () => {
    const ada = await newPerson()
    await createAs(ada)
    await runtimeFails('runtime-api')
    const { status, body } = await listAs(ada)
    expect([status, body]).toEqual([200, { flows: [], next_cursor: null }])
    await endOutages()
    expect((await listAs(ada)).body.flows).toHaveLength(1)
  })
})

describe('GET /api/flows/:id', () => {
  verifies(['PLA-2.8-1', 'PLA-2.8-2'], '200 with documents, all files and next steps', async () => {
    const ada = await newPerson()
    const created = (await createAs(ada, { project_type: 'worker' })).body
    const { status, body } = await flowAs(ada, created.id)
    expect([status, Object.keys(body).toSorted()]).toEqual([
      200,
      [
        ...['created_at', 'governance', 'id', 'intention', 'next_steps', 'oracle_enhanced', 'oracle_summary', 'output'],
        ...['project_type', 'scaffold', 'seed', 'status'],
      ],
    ])
    expect(body).toMatchObject({
      id: created.id,
      ...FLOW,
      project_type: 'worker',
      status: 'completed',
      output: created.output,
      seed: expect.any(Number),
      oracle_enhanced: false,
      oracle_summary: null,
    })
    const files = filesByPath(body.scaffold.files)
    const { threat_model, adr, test_plan } = body.governance
    expect([threat_model, test_plan]).toEqual([files.get('docs/threat-model.md'), files.get('docs/test-plan.md')])
    expect(adr).toMatch(/^---\nstatus: proposed[\s\S]+# /)
    expect([created.facts['governance.threat_model'], created.facts['governance.adr']]).toEqual([threat_model, adr])
    expect(new Set(body.scaffold.files.map(({ role }) => role))).toEqual(
      new Set(['scaffold', 'config', 'governance', 'test', 'doc']),
    )
    expect([...files.keys()]).toEqual([...files.keys()].toSorted())
    expect(body.next_steps.length).toBeGreaterThan(2)
    expect(Number.isNaN(Date.parse(body.created_at))).toBe(false)
  })

  verifies('PLA-4.7-9', '401, 404 for a missing flow and another tenant’s, 502 while the runtime fails', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    const { id } = (await createAs(ada)).body
    expect((await call('GET', `/api/flows/${id}`, { as: 'getFlow' })).status).toBe(401)
    const foreign = await flowAs(bob, id)
    const absent = await flowAs(bob, ABSENT_HASH)
    const none = await flowAs(bob, 'x')
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    expect(none.body).toEqual(absent.body)
    await runtimeFails('runtime-scaffolds')
    const failed = await flowAs(ada, id)
    expect([failed.status, failed.body.code]).toEqual([502, 'upstream_failed'])
  })

  test('200 with a key of the same organization; 403 without its scope', async () => {
    const ada = await newPerson()
    const { id } = (await createAs(ada)).body
    const read = async (scopes: string[]) =>
      (await call('GET', `/api/flows/${id}`, { key: await keyOfPerson(ada, scopes), as: 'getFlow' })).status
    expect([await read(['flows:read']), await read(['flows:write'])]).toEqual([200, 403])
  })
})

const download = async (person: Person, id: string) => {
  const response = await fetch(`${platformOrigin()}/api/flows/${id}/download`, { headers: { cookie: person.cookie } })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('GET /api/flows/:id/download', () => {
  const downloadAs = (person: Person, id: string) =>
    asPerson<{ code: string }>(person, 'GET', `/api/flows/${id}/download`, { as: 'downloadFlow' })

  test('200 with the files of the flow and the same bytes each time; 401, 404, 502', async () => {
    const ada = await paidPerson()
    const bob = await newPerson('Bob')
    const { id } = (await createAs(ada)).body
    const { status, headers, bytes } = await download(ada, id)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z][a-z0-9-]+\.zip"$/)
    const inZip = async (zip: Uint8Array) =>
      Object.entries(unzip(zip) ?? {}).map(([path, content]) => [path, new TextDecoder().decode(content)])
    const currentFiles = async () => [...filesByPath((await flowAs(ada, id)).body.scaffold.files)]
    expect(await inZip(bytes)).toEqual(await currentFiles())
    expect((await download(ada, id)).bytes).toEqual(bytes)
    await oracleAs(ada, id)
    const edited = (await download(ada, id)).bytes
    expect([await inZip(edited), edited.length === bytes.length]).toEqual([await currentFiles(), false])
    expect((await downloadAs(ada, id)).status).toBe(200)
    expect((await call('GET', `/api/flows/${id}/download`, { as: 'downloadFlow' })).status).toBe(401)
    expect([(await downloadAs(bob, id)).body, (await downloadAs(bob, id)).status]).toEqual([
      (await downloadAs(bob, ABSENT_HASH)).body,
      404,
    ])
    await runtimeFails('runtime-scaffolds')
    expect((await downloadAs(ada, id)).status).toBe(502)
  })
})

describe('POST /api/flows/:id/update', () => {
  test('200 with edits preserved, free of charge; 400, 401, 404, 502', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    const { id } = (await createAs(ada)).body
    const { files } = (await flowAs(ada, id)).body.scaffold
    const editedFiles = files.map(({ path, content }) => ({
      path,
      content: path === 'README.md' ? `${content}\nOur own words.\n` : content,
    }))
    const { status, body } = await updateAs(ada, id, editedFiles)
    expect([status, body.files.find(({ path }) => path === 'README.md')]).toEqual([
      200,
      { path: 'README.md', content: expect.stringContaining('Our own words.'), status: 'unchanged' },
    ])
    expect(new Map(body.files.map(({ path, content }) => [path, content]))).toEqual(
      new Map(editedFiles.map(({ path, content }) => [path, content])),
    )
    for (const path of ['../x', '/x', 'a/../../x', 'a\n/../x', './x', 'a//x', 'x/', '\ud800'] as const) {
      const broken = await updateAs(ada, id, [{ path, content: '' }])
      expect([path, broken.status, broken.body.errors?.[0]?.field]).toEqual([path, 400, 'files.0.path'])
    }
    // One of two files with the same path would be lost.
    const twice = await updateAs(ada, id, [...editedFiles, { path: 'README.md', content: 'Other words' }])
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [{ field: `files.${editedFiles.length}.path`, message: 'repeats the path README.md' }],
    ])
    expect((await call('POST', `/api/flows/${id}/update`, { body: { files: [] }, as: 'updateFlow' })).status).toBe(401)
    expect([(await updateAs(bob, id, [])).body, (await updateAs(bob, id, [])).status]).toEqual([
      (await updateAs(bob, ABSENT_HASH, [])).body,
      404,
    ])
    expect(await scaffoldsUsed(ada)).toBe(1)
    for (const nth of [1, 2]) await killAt('runtime-scaffolds', 'before', nth)
    expect((await updateAs(ada, id, editedFiles)).status).toBe(502)
  })
})
